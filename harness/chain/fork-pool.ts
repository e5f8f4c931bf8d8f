import { Instance, Pool } from 'prool'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { HarnessError } from '../errors.ts'
import type { Fork } from './fork.ts'
import { RpcError } from './rpc-client.ts'

/** Options of {@link createForkPool}. */
export interface ForkPoolOptions<Prepared = unknown> {
  /** Forks at most; one in a worker thread that runs scenario after scenario. */
  readonly size: number
  /** Starts a fork; the index counts every process the pool ever starts, so it may serve as a name. */
  readonly create: (index: number) => Promise<Fork<Prepared>>
  /** Told why a fork was thrown away. */
  readonly onRecycle?: (cause: unknown) => void
}

/** The exclusive use of one fork. */
export interface ForkLease<Prepared = unknown> {
  readonly fork: Fork<Prepared>
  /** Reset the fork for the next one, or throw it away when that fails. Releasing twice is releasing once. */
  release(): Promise<void>
}

/** Forks to be leased. */
export interface ForkPool<Prepared = unknown> {
  /** Wait for a free fork, as its base snapshot left it. Forks are started on demand. */
  lease(): Promise<ForkLease<Prepared>>
  /**
   * Release a lease and lease at once: a fork that comes back was looked at when it was reset, and nobody had it since.
   */
  renew(lease: ForkLease<Prepared>): Promise<ForkLease<Prepared>>
  /** Stop all forks, leased ones included; who waits for one gets an error. */
  dispose(): Promise<void>
}

/**
 * Create a pool of forks on prool's pool.
 *
 * @throws (from `lease`) whatever `create` throws, and HarnessError INTERNAL once the pool was disposed
 * @example
 * const pool = createForkPool({ size: 1, create: (index) => startFork({ name: `fork-${index}`, …}) })
 * const { fork, release } = await pool.lease()
 */
export function createForkPool<Prepared>(options: ForkPoolOptions<Prepared>): ForkPool<Prepared> {
  let started = 0
  let isDisposed = false
  const recycled = (cause: unknown) => options.onRecycle?.(cause)
  const define = Instance.define(() => {
    let current: Fork<Prepared> | undefined
    const running = () => {
      if (current) return current
      throw new HarnessError('INTERNAL', 'a fork is used before it runs', { hint: 'report this' })
    }
    return {
      _internal: { running },
      name: 'fork',
      host: '127.0.0.1',
      port: 0,
      async start() {
        current = await options.create(started++)
      },
      async stop() {
        await current?.stop()
      },
    }
  })
  const pool = Pool.create({
    instance: define(),
    limit: options.size,
    reset: (instance) => instance._internal.running().reset(),
  })
  const acquire = async (): Promise<ForkLease<Prepared>> => {
    const held = await pool.acquire().catch((cause: unknown) => {
      if (cause instanceof HarnessError) throw cause
      if (cause instanceof RpcError) throw unprepared(cause)
      throw isDisposed ? disposed(cause) : cause
    })
    return { fork: held.instance._internal.running(), release: () => held.release().catch(recycled) }
  }
  const look = async (taken: ForkLease<Prepared>, attempt = 1): Promise<ForkLease<Prepared>> => {
    try {
      // It may have died, or been meddled with, while it was not leased.
      await taken.fork.checkLeaks()
      return taken
    } catch (cause) {
      await taken.release()
      // One bad fork is recycled; a second one in a row is not bad luck.
      if (attempt === 2) throw cause
      return look(await acquire(), attempt + 1)
    }
  }
  return {
    lease: async () => look(await acquire()),
    async renew({ fork, release }) {
      await release()
      const taken = await acquire()
      return taken.fork === fork ? taken : look(taken)
    },
    dispose() {
      isDisposed = true
      return pool.close()
    },
  }
}

const unprepared = (cause: RpcError) =>
  new HarnessError('RPC_ERROR', 'the fork cannot be prepared', {
    expected: 'an origin that answers what a fork asks',
    found: cause.message,
    hint: 'check the endpoint, its quota, and whether it keeps the states of the block',
    cause,
  })

const disposed = (cause: unknown) =>
  new HarnessError('INTERNAL', 'no fork to lease', {
    found: describeCause(cause),
    hint: 'lease before the pool is disposed',
    cause,
  })
