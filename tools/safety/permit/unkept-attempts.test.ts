import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createUnkeptAttempts } from './unkept-attempts.ts'

const MOST = 4
const STEP_SECONDS = 20

/** Processes over one store, one after another; both clocks tell the same second. */
function openStore() {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  const at = (seconds: number) => ({ wallMs: seconds * 1_000, chainSeconds: seconds })
  const start = (seconds: number) => {
    const deps = { store, start: at(seconds), most: MOST, stepSeconds: STEP_SECONDS }
    const attempts = createUnkeptAttempts({ unkept: undefined }, deps)
    return {
      ...attempts,
      countAfter: (wall: number, chain = wall) =>
        attempts.countAfter({ wallMs: wall * 1_000, chainSeconds: chain }),
    }
  }
  return { database, store, at, start }
}

test('I12: a process recalls no attempt where there was none', () => {
  const { start } = openStore()
  start(100)
  expect(start(100).countAfter(0)).toBe(0)
})

test('I12: attempts count after a restart as long as before it, and a step longer at most', () => {
  const { at, start } = openStore()
  const first = start(100)
  first.add(at(100))
  first.add(at(119))
  const next = start(150)
  expect(next.countAfter(119)).toBe(MOST)
  expect(next.countAfter(120)).toBe(0)
  first.add(at(121))
  expect(start(150).countAfter(140)).toBe(MOST)
})

test('I12: however often a process starts, it makes nothing later by that', () => {
  const { at, start } = openStore()
  start(100).add(at(100))
  const counts = [105, 119, 130, 170].map((second) => {
    const { countAfter } = start(second)
    return [countAfter(Math.min(second, 120) - 1), countAfter(120)]
  })
  expect(counts).toEqual(counts.map(() => [MOST, 0]))
})

test('I12: by the wall clock none was made after the start', () => {
  const { at, start } = openStore()
  start(100).add(at(100))
  const { countAfter } = start(105)
  expect([countAfter(104, 999), countAfter(105, 999)]).toEqual([MOST, 0])
})

test("I12: an attempt that is dated by the chain's clock later counts by that after a restart", () => {
  const { at, start } = openStore()
  const first = start(100)
  const attempt = at(100)
  first.add(attempt)
  first.date(attempt, 500)
  expect(first.countAfter(999, 499)).toBe(1)
  expect(start(150).countAfter(999, 499)).toBe(MOST)
})

test('I12: what a wall clock noted that was a year ahead is over a window after it agrees, after a restart as well', () => {
  const { at, start } = openStore()
  const first = start(100)
  first.add({ ...at(100), wallMs: 31_536_000_000 })
  first.cap(100_000)
  expect(start(500).countAfter(119, 999)).toBe(MOST)
  expect(start(500).countAfter(120, 999)).toBe(0)
})

test('I12: when the store says another moment than its log, they were too many until the start, and it stays so', () => {
  const { database, at, start } = openStore()
  start(100).add(at(100))
  database.exec("UPDATE meta SET value = replace(value, '120', '110')")
  start(300).add(at(300))
  expect(start(500).countAfter(499)).toBe(MOST)
})

test('I56: however often it is asked, the store takes a row a step', () => {
  const { store, at, start } = openStore()
  const attempts = start(100)
  for (let time = 0; time < 1_000; time += 1) attempts.add(at(100 + time / 50))
  expect(store.auditHead().entries).toBe(1)
})
