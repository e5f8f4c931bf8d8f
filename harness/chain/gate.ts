import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { nextTurn } from './next-turn.ts'
import type { RpcClient } from './rpc-client.ts'

/** Chooses which of the waiting goes on; each is told by the number of the body to which it belongs. */
export type Pick = (waiting: readonly number[]) => number

/** An order to go on in: drawn from a text, or the bodies by number, and the first one that waits once it is through. */
export type Order = string | readonly number[]

/** Make choices of an order. */
export function createPick(order: Order): Pick {
  let turn = 0
  if (typeof order === 'string') {
    return (waiting) => {
      turn += 1
      const drawn = createHash('sha256').update(`turn ${turn} of ${order}`).digest()
      return drawn.readUInt32BE() % waiting.length
    }
  }
  return (waiting) => {
    while (turn < order.length) {
      const index = waiting.indexOf(order[turn] as number)
      turn += 1
      if (index >= 0) return index
    }
    return 0
  }
}

/** Lets bodies that run at the same time go on one at a time, in an order that is chosen. */
export interface Gate {
  /** Do what leaves the process when it is its turn; at once while nothing runs together. */
  through<T>(work: () => Promise<T>): Promise<T>
  /**
   * Run bodies together. At each turn one that waits is chosen, what it waits for is done, and everything that can go
   * on goes on; so the same choices give the same run.
   */
  runTogether<T>(bodies: readonly Body<T>[], pick: Pick): Promise<T[]>
  /** The body that runs here, where several run together. */
  body(): object | undefined
  /** Let nobody go on while work that waits for nothing outside takes turns of the event loop; ended by what it returns. */
  hold(): () => void
}

/** Something to run together with others. */
export interface Body<T> {
  readonly run: () => Promise<T>
  /** Nothing else goes on until it has ended; what it does must not wait for its turn. */
  readonly isAtomic: boolean
}

interface Waiting {
  readonly body: number
  readonly release: () => Promise<unknown>
}

/**
 * Create a gate that stands open.
 *
 * @param track - told of all that will go on by itself, so that no time is skipped before it has
 */
export function createGate(track: <T>(answer: Promise<T>) => Promise<T>): Gate {
  const bodyOf = new AsyncLocalStorage<{ readonly number: number }>()
  const holds = new Set<Promise<void>>()
  let queue: Waiting[] | undefined
  let notify = () => {}

  const enqueue = <T>(body: number, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const release = () => work().then(resolve, reject)
    queue?.push({ body, release })
    notify()
    return promise
  }
  return {
    through(work) {
      const body = bodyOf.getStore()
      return track(queue === undefined || body === undefined ? work() : enqueue(body.number, work))
    },
    body: () => bodyOf.getStore(),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.add(promise)
      void track(promise)
      return () => {
        holds.delete(promise)
        resolve()
      }
    },
    async runTogether<T>(bodies: readonly Body<T>[], pick: Pick) {
      queue = []
      let running = bodies.length
      const ended = () => {
        running -= 1
        notify()
      }
      const results = bodies.map(({ run, isAtomic }, body) => {
        const started = Promise.withResolvers<T>()
        const released = Promise.withResolvers<void>()
        void track(released.promise)
        started.promise.then(ended, ended)
        queue?.push({
          body,
          async release() {
            const end = bodyOf.run(isAtomic ? (undefined as never) : { number: body }, run)
            started.resolve(end)
            if (isAtomic) await end.catch(() => undefined)
            released.resolve()
          },
        })
        return started.promise
      })
      const outcome = Promise.all(results)
      outcome.catch(() => undefined)
      while (running > 0) {
        await nextTurn()
        if (holds.size > 0) {
          await Promise.all(holds)
          continue
        }
        if (queue.length === 0) {
          if (running > 0) await new Promise<void>((wake) => (notify = wake))
          continue
        }
        const waiting = queue.map((entry, arrival) => ({ ...entry, arrival })).sort((a, b) => a.body - b.body)
        const chosen = waiting[pick(waiting.map(({ body }) => body))]
        if (chosen === undefined) throw new RangeError('what was picked does not wait')
        queue.splice(chosen.arrival, 1)
        await chosen.release()
      }
      // What is not waited for any more goes its way.
      const left = queue
      queue = undefined
      notify = () => {}
      for (const { release } of left) await release()
      return outcome
    },
  }
}

/** Put a connection behind a gate. */
export const withGate = (rpc: RpcClient, gate: Gate): RpcClient => ({
  ...rpc,
  request: (method, params, signal) => gate.through(() => rpc.request(method, params, signal)),
  get roundTrips() {
    return rpc.roundTrips
  },
})
