import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { type AttemptLog, createAttemptLog } from './attempt-log.ts'

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

test.each([
  1, 2, 3,
])('I38: a clock that is set back makes no attempt of the window forgotten (of %i)', (maxCalls) => {
  const startMs = 1_000_000
  let wallMs = startMs
  const open = () => {
    wallMs = startMs
    return createAttemptLog({
      store: createSafetyStore(openSafetyDatabase(':memory:')),
      policy: { rateLimit: { maxCalls, windowSeconds: 60 } },
      clock: { wallMs: () => wallMs, tick: () => 1 },
    })
  }
  const ask = (attempts: AttemptLog, times: number) => {
    for (let time = 0; time < times; time += 1) attempts.note()
  }
  const count = (attempts: AttemptLog) => attempts.countAt({ wallMs, chainSeconds: wallMs / 1_000 })

  const kept = open()
  ask(kept, maxCalls)
  // None of these counts any more when the window of the first ends, though they are newer.
  wallMs = startMs - 1
  ask(kept, 5)
  wallMs = startMs + 59_999
  ask(kept, 1)
  expect(count(kept)).toBe(maxCalls + 1)
  wallMs += 1
  expect(count(kept)).toBe(1)

  const unkept = open()
  wallMs = startMs - 10_000
  ask(unkept, maxCalls + 1)
  wallMs = startMs
  ask(unkept, maxCalls)
  wallMs = startMs - 1
  ask(unkept, 5)
  wallMs = startMs + 59_999
  ask(unkept, 1)
  expect(count(unkept)).toBe(maxCalls + 1)
})
