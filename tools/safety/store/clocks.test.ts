import { expect, test } from 'vitest'
import { CLOCKS_KEY } from './chain-keys.ts'
import { advanceClocks, agreedMoment, assertClocksAgree, currentMoment } from './clocks.ts'
import { openSafetyDatabase } from './open-database.ts'
import { createSafetyStore } from './store.ts'

const EARLY = { wallMs: 1_000, chainSeconds: 1 }
const LATE = { wallMs: 9_000, chainSeconds: 9 }
const openStore = () => createSafetyStore(openSafetyDatabase(':memory:'))

test('I14: a clock that is set back is passed over, each by itself and after a restart too', () => {
  const store = openStore()
  expect(advanceClocks(store, LATE)).toEqual(LATE)
  expect(advanceClocks(store, EARLY)).toEqual(LATE)
  expect(advanceClocks(store, { ...EARLY, wallMs: 10_000 })).toEqual({ ...LATE, wallMs: 10_000 })
  expect(advanceClocks(store, { ...EARLY, chainSeconds: 10 })).toEqual({ wallMs: 10_000, chainSeconds: 10 })
  expect(currentMoment(store, 1_000)).toEqual({ wallMs: 10_000, chainSeconds: 10 })
  expect(currentMoment(store, 11_000)).toEqual({ wallMs: 11_000, chainSeconds: 10 })
  expect(agreedMoment({ ...store })).toEqual({ wallMs: 10_000, chainSeconds: 10 })
})

test('I14: what raises the mark without leaving anything in the store holds all the same', () => {
  const store = openStore()
  advanceClocks(store, EARLY)
  expect(advanceClocks(store, LATE, false)).toEqual(LATE)
  expect(advanceClocks(store, EARLY, false)).toEqual(LATE)
  expect(agreedMoment(store)).toEqual(LATE)
  expect(JSON.parse(store.readMeta(CLOCKS_KEY) ?? '')).toEqual(EARLY)
})

test('I59: a mark that the log does not know is neither believed nor written over', () => {
  const store = {
    findMeta: () => undefined,
    writeMeta: () => {
      throw new Error('the store is written over')
    },
  }
  expect(advanceClocks(store, LATE)).toEqual(LATE)
  expect(advanceClocks(store, EARLY)).toEqual(LATE)
})

test('I14: error: PERMIT_CLOCKS_DIVERGED, whichever clock is ahead', () => {
  expect(() => assertClocksAgree({ wallMs: 60_999, chainSeconds: 0 }, 60)).not.toThrow()
  expect(() => assertClocksAgree({ wallMs: 0, chainSeconds: 60 }, 60)).not.toThrow()
  for (const reading of [
    { wallMs: 61_000, chainSeconds: 0 },
    { wallMs: 0, chainSeconds: 61 },
  ]) {
    const expected = expect.objectContaining({
      code: 'PERMIT_CLOCKS_DIVERGED',
      args: { found: 61, expected: 60 },
    })
    expect(() => assertClocksAgree(reading, 60)).toThrow(expected)
  }
})
