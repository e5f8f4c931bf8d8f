import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenChain, openChain } from '../../test/chain/open-chain.ts'
import { isRunning } from '../../test/chain/start-owner.ts'
import { createForkPool, type ForkPool } from './fork-pool.ts'

let chain: OpenChain
let pool: ForkPool
let started: number[]
let recycled: unknown[]

const createPool = (size: number) =>
  createForkPool({
    size,
    create: (index) => {
      started.push(index)
      return chain.fork()
    },
    onRecycle: (cause) => recycled.push(cause),
  })

beforeAll(async () => {
  chain = await openChain()
})
beforeEach(() => {
  started = []
  recycled = []
})
afterEach(() => pool.dispose())
afterAll(() => chain?.close())

test('default', async () => {
  pool = createPool(1)
  const first = await pool.lease()
  const { pid } = first.fork
  await first.fork.mine()
  await first.fork.rpc.request('evm_setAutomine', [true])
  await first.release()
  await first.release()
  const second = await pool.lease()
  expect(second.fork.pid).toBe(pid)
  await second.fork.checkLeaks()
  await second.release()
  expect([started, recycled]).toEqual([[0], []])
})

test('behavior: a lease is exclusive, and waited for', async () => {
  pool = createPool(2)
  const [first, second] = await Promise.all([pool.lease(), pool.lease()])
  expect(first.fork.pid).not.toBe(second.fork.pid)
  const third = pool.lease()
  await second.release()
  expect((await third).fork.pid).toBe(second.fork.pid)
  await Promise.all([first.release(), (await third).release()])
  expect(started).toEqual([0, 1])
})

test('behavior: a fork that leaks is replaced', async () => {
  pool = createPool(1)
  const first = await pool.lease()
  await first.fork.rpc.request('anvil_setChainId', [5])
  await first.release()
  expect(recycled).toMatchObject([{ code: 'FORK_LEAK' }])
  expect(isRunning(first.fork.pid)).toBe(false)
  const second = await pool.lease()
  expect(second.fork.pid).not.toBe(first.fork.pid)
  await second.release()
  expect(started).toEqual([0, 1])
})

test('behavior: a lease that is renewed has its fork as it was, or another where it leaks or died', async () => {
  pool = createPool(1)
  const first = await pool.lease()
  await first.fork.mine()
  const asked: string[] = []
  first.fork.rpc.onRequest?.((method) => asked.push(method))
  const second = await pool.renew(first)
  expect(second.fork).toBe(first.fork)
  expect(asked.filter((method) => method === 'anvil_nodeInfo')).toHaveLength(1)
  await second.fork.checkLeaks()
  await second.fork.rpc.request('anvil_setChainId', [5])
  const third = await pool.renew(second)
  expect(third.fork.pid).not.toBe(second.fork.pid)
  process.kill(third.fork.pid, 'SIGKILL')
  await third.fork.exited
  const fourth = await pool.renew(third)
  await fourth.fork.checkLeaks()
  await fourth.release()
  expect(recycled).toMatchObject([{ code: 'FORK_LEAK' }, { code: 'ANVIL_EXITED' }])
})

test('behavior: a fork that died is replaced, leased or not', async () => {
  pool = createPool(1)
  for (const isLeased of [true, false]) {
    const lease = await pool.lease()
    if (!isLeased) await lease.release()
    process.kill(lease.fork.pid, 'SIGKILL')
    await lease.fork.exited
    if (isLeased) await lease.release()
    const next = await pool.lease()
    expect(next.fork.pid).not.toBe(lease.fork.pid)
    await next.release()
  }
  expect(recycled).toMatchObject([{ code: 'ANVIL_EXITED' }, { code: 'ANVIL_EXITED' }])
})

test('behavior: disposing stops leased forks and refuses further leases', async () => {
  pool = createPool(1)
  const { fork } = await pool.lease()
  const waiting = pool.lease().catch((error: unknown) => error)
  await pool.dispose()
  expect(isRunning(fork.pid)).toBe(false)
  expect(await waiting).toMatchObject({ code: 'INTERNAL' })
  await expect(pool.lease()).rejects.toMatchObject({ code: 'INTERNAL' })
})

test('error: what starting a fork throws, of whatever kind', async () => {
  pool = createForkPool({ size: 1, create: () => Promise.reject(new Error('EEXIST: it is a file')) })
  await expect(pool.lease()).rejects.toThrow(/^EEXIST: it is a file$/)
})

test('error: what starting a fork throws', async () => {
  pool = createForkPool({ size: 1, create: () => chain.fork({ binary: '/opt/none/anvil' }) })
  await expect(pool.lease()).rejects.toMatchObject({ code: 'ANVIL_START_FAILED' })
  await expect(pool.lease()).rejects.toMatchObject({ code: 'ANVIL_START_FAILED' })
})
