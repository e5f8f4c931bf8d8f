import { expect, test } from 'vitest'
import { boundRequests } from '../../tools/core/bounded-requests.ts'
import { type FaultPorts, withFaults } from '../chain/faults.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { createHeldTimers, type HeldTimers } from './held-timers.ts'

/** Timers that run out when the test says so. */
function createTimers() {
  const pending = new Set<() => void>()
  const stuck: (readonly string[])[] = []
  const held = createHeldTimers(
    (delayMs, callback) => {
      if (delayMs === 0) {
        setImmediate(callback)
        return () => {}
      }
      pending.add(callback)
      return () => pending.delete(callback)
    },
    (subjects) => stuck.push(subjects),
  )
  const runOut = () => {
    const due = [...pending]
    pending.clear()
    for (const callback of due) callback()
  }
  return { ...held, runOut, pending, stuck }
}

test('default: a timer runs out once, or not at all when cancelled', () => {
  const { setTimer, runOut } = createTimers()
  let calls = 0
  setTimer(1, () => (calls += 1))
  setTimer(1, () => (calls += 1))()
  runOut()
  runOut()
  expect(calls).toBe(1)
})

test('behavior: a timer that is due while the harness works starts again', async () => {
  const { setTimer, holdTimers, runOut, pending } = createTimers()
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  setTimer(1, () => (calls += 1))
  const cancel = setTimer(1, () => (calls += 10))
  const work = holdTimers(promise)
  runOut()
  expect([calls, pending.size]).toEqual([0, 2])
  resolve()
  await work
  cancel()
  runOut()
  expect([calls, pending.size]).toEqual([1, 0])
})

const portsOf = (timers: HeldTimers): FaultPorts => ({
  seed: '1',
  firstBlock: 0n,
  timers,
  onStruck: () => undefined,
  async passUntil(dueMs) {
    timers.elapse(dueMs - timers.elapsedMs())
  },
})
/** A node that answers with the method it was asked for. */
const node = { request: async (method: string) => method } as unknown as RpcClient

test('behavior: a request that hangs is over at its time-out, in simulated time alone', async () => {
  const timers = createTimers()
  const rpc = withFaults(node, portsOf(timers))
  const bounded = boundRequests(rpc, timers)
  rpc.inject({ kind: 'hang', times: 1 })
  await expect(bounded.request('eth_call')).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  expect(timers.elapsedMs()).toBe(10_000)
  // Nobody waits any longer, so that no more time is skipped.
  timers.setTimer(1_000, () => expect.unreachable())
  expect(await bounded.request('eth_call')).toBe('eth_call')
  await new Promise((resolve) => setImmediate(resolve))
  expect([timers.elapsedMs(), timers.stuck]).toEqual([10_000, []])
})

test('behavior: a slow answer comes after its simulated time, before the time-out of one request', async () => {
  const timers = createTimers()
  const rpc = withFaults(node, portsOf(timers))
  rpc.inject({ kind: 'delay', times: 1, delayMs: 9_000 })
  expect(await boundRequests(rpc, timers).request('eth_call')).toBe('eth_call')
  expect([timers.elapsedMs(), timers.pending.size, timers.stuck]).toEqual([9_000, 0, []])
})

test('behavior: no time is skipped while an answer is under way', async () => {
  const timers = createTimers()
  const { promise, resolve } = Promise.withResolvers<string>()
  const rpc = withFaults({ request: () => promise } as unknown as RpcClient, portsOf(timers))
  rpc.inject({ kind: 'hang', method: 'eth_call', times: 1 })
  const bounded = boundRequests(rpc, timers)
  const answers = Promise.allSettled([bounded.request('eth_call'), bounded.request('eth_chainId')])
  await new Promise((after) => setImmediate(() => setImmediate(after)))
  expect(timers.elapsedMs()).toBe(0)
  resolve('0x1')
  const [hung, answered] = await answers
  expect([hung.status, answered.status, timers.elapsedMs()]).toEqual(['rejected', 'fulfilled', 10_000])
})

test('error: a wait that no timer can end is named', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  const timers = createHeldTimers((_, callback) => {
    setImmediate(callback)
    return () => {}
  }, resolve)
  const rpc = withFaults(node, portsOf(timers))
  rpc.inject({ kind: 'hang', times: 1 })
  void rpc.request('eth_getLogs')
  expect(await promise).toEqual(['eth_getLogs'])
})
