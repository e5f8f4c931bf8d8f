import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createAttemptLog } from './attempt-log.ts'

const RATE = { maxCalls: 3, windowSeconds: 60 }

test('I38: attempts that were too many to be kept count for a window as well', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const startSeconds = 1_000
  let nowSeconds = startSeconds
  const attempts = createAttemptLog({
    store,
    policy: { rateLimit: RATE },
    clock: { wallMs: () => nowSeconds * 1_000, tick: () => 1 },
  })
  const countAfter = (seconds: number) => {
    nowSeconds = startSeconds + seconds
    return attempts.countAt({ wallMs: nowSeconds * 1_000, chainSeconds: nowSeconds })
  }
  const ask = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      attempts.note()
      attempts.date(nowSeconds)
    }
  }
  ask(4)
  nowSeconds += 30
  ask(4)
  // The first four have left the window; those half a minute later have not.
  expect(countAfter(61)).toBeGreaterThan(RATE.maxCalls)
  expect(countAfter(89)).toBeGreaterThan(RATE.maxCalls)
  expect(countAfter(90)).toBe(0)
})

test('I38: a tick counts its own attempts, however many the window has', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  let tick = 1
  const clock = { wallMs: () => 1_000_000, tick: () => tick }
  const attempts = createAttemptLog({ store, policy: { rateLimit: RATE }, clock })
  expect(attempts.countInTick()).toBe(0)
  for (let time = 0; time < 5; time += 1) attempts.note()
  expect(attempts.countInTick()).toBe(5)
  tick += 1
  expect(attempts.countInTick()).toBe(0)
  attempts.note()
  expect(attempts.countInTick()).toBe(1)
})
