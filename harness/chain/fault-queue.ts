/** Which requests a fault strikes. */
export interface Striking {
  /** The method, in which `*` stands for anything; any method without. */
  readonly method?: string
  /** How many matching requests pass before it strikes; none without. */
  readonly after?: number
  /** How many requests it strikes; all that follow without. */
  readonly times?: number
}

/** A fault that waits for requests. */
export interface Waiting<Fault> {
  readonly fault: Fault
  /** Number of the fault among all that were injected, from 1 on. */
  readonly index: number
  /** Requests that it could have struck so far, this one included. */
  readonly seen: number
}

/** Faults that wait for the requests that they strike. */
export interface FaultQueue<Fault> {
  inject(fault: Fault): void
  /** Take the fault that strikes a request of one of these methods. */
  take(...methods: readonly string[]): Waiting<Fault> | undefined
  clear(): void
}

/** Create a queue of faults; `strikes` decides of a request that a fault could strike, always without. */
export function createFaultQueue<Fault extends Striking>(
  strikes: (waiting: Waiting<Fault>) => boolean = () => true,
): FaultQueue<Fault> {
  let queue: { fault: Fault; index: number; pattern: RegExp; passing: number; left: number; seen: number }[] =
    []
  let injected = 0
  return {
    inject(fault) {
      injected += 1
      const { method, after = 0, times = Number.POSITIVE_INFINITY } = fault
      const pattern = toMethodPattern(method)
      queue.push({ fault, index: injected, pattern, passing: after, left: times, seen: 0 })
    },
    take(...methods) {
      for (const waiting of queue) {
        if (!methods.some((method) => waiting.pattern.test(method))) continue
        if (waiting.passing > 0) {
          waiting.passing -= 1
          continue
        }
        waiting.seen += 1
        if (!strikes(waiting)) continue
        waiting.left -= 1
        queue = queue.filter(({ left }) => left > 0)
        return waiting
      }
      return undefined
    },
    clear() {
      queue = []
    },
  }
}

/** Turn a method, in which `*` stands for anything, into a pattern; any method without one. */
const toMethodPattern = (method = '*') =>
  new RegExp(`^${method.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
