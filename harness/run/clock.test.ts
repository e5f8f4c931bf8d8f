import { expect, test } from 'vitest'
import { createHeldTimers } from './clock.ts'

/** Timers that run out when the test says so. */
function createTimers() {
  const pending = new Set<() => void>()
  const held = createHeldTimers((_, callback) => {
    pending.add(callback)
    return () => pending.delete(callback)
  })
  const runOut = () => {
    const due = [...pending]
    pending.clear()
    for (const callback of due) callback()
  }
  return { ...held, runOut, pending }
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
