import { expect, test } from 'vitest'
import { openSafetyDatabase } from './open-database.ts'
import { createSafetyStore } from './store.ts'

test('I38: of too many attempts the latest by either clock are kept, and count by either', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  for (const [wallMs, chainSeconds] of [
    [1_000, 90],
    [2_000, 91],
    [3_000, 1],
    [4_000, 2],
    [5_000, 3],
  ] as const) {
    store.addAttempt({ wallMs, chainSeconds }, 2)
  }
  expect(store.attemptsAfter({ wallMs: 9_000, chainSeconds: 50 })).toBe(2)
  expect(store.attemptsAfter({ wallMs: 3_000, chainSeconds: 99 })).toBe(2)
  // What neither clock needs any more is gone.
  expect(store.attemptsAfter({ wallMs: 0, chainSeconds: 0 })).toBe(4)
})

test('I38: an attempt is dated once the chain was read, never backwards, and is no later than the wall clock is', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const id = store.addAttempt({ wallMs: 9_000, chainSeconds: 10 }, 2)
  const isLater = (wallMs: number, chainSeconds: number) =>
    store.attemptsAfter({ wallMs, chainSeconds }) === 1
  store.dateAttempt(id, 20)
  expect(isLater(9_000, 19)).toBe(true)
  store.dateAttempt(id, 15)
  expect([isLater(9_000, 19), isLater(9_000, 20)]).toEqual([true, false])
  expect(isLater(8_999, 20)).toBe(true)
  store.capAttempts(5_000)
  expect([isLater(4_999, 20), isLater(5_000, 20)]).toEqual([true, false])
})
