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
