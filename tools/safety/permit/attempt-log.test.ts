import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { type AttemptLog, createAttemptLog, createAttemptMemory } from './attempt-log.ts'

const RATE = { maxCalls: 3, windowSeconds: 60 }

test('I38: attempts that were too many to be kept count for a window as well', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const startSeconds = 1_000
  let nowSeconds = startSeconds
  const attempts = createAttemptLog({
    store,
    policy: { rateLimit: RATE },
    clock: { wallMs: () => nowSeconds * 1_000, tick: () => 1 },
    memory: createAttemptMemory(),
  })
  const countAfter = (seconds: number) => {
    nowSeconds = startSeconds + seconds
    return attempts.countAt({ wallMs: nowSeconds * 1_000, chainSeconds: nowSeconds })
  }
  const ask = (times: number) => {
    for (let time = 0; time < times; time += 1)
      attempts.note().date({ wallMs: nowSeconds * 1_000, chainSeconds: nowSeconds })
  }
  ask(4)
  nowSeconds += 30
  ask(4)
  // The first four have left the window; those half a minute later have not.
  expect(countAfter(61)).toBeGreaterThan(RATE.maxCalls)
  expect(countAfter(89)).toBeGreaterThan(RATE.maxCalls)
  expect(countAfter(90)).toBe(0)
})

/** A log beside another over one store; its tick and its clock are moved by a test. */
function openBeside(rateLimit = RATE) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const memory = createAttemptMemory()
  const at = { seconds: 1_000, tick: 1 }
  const open = (readTick = () => at.tick) =>
    createAttemptLog({
      store,
      policy: { rateLimit },
      clock: { wallMs: () => at.seconds * 1_000, tick: readTick },
      memory,
    })
  const now = () => ({ wallMs: at.seconds * 1_000, chainSeconds: at.seconds })
  return { log: open(), open, at, now }
}

test('I38: an attempt is one of the tick in which it was made, whatever is noted before it is judged', () => {
  const { log, at } = openBeside()
  const waiting = [1, 2, 3, 4, 5].map(() => log.note())
  at.tick += 1
  expect(log.note().countInTick).toBe(1)
  expect(waiting.map(({ countInTick }) => countInTick)).toEqual([1, 2, 3, 4, 5])
})

test('I38: an attempt is dated itself, and is not over, whatever is noted before it is judged', () => {
  const { log, at, now } = openBeside()
  const [first] = [log.note(), log.note(), log.note(), log.note()]
  expect(log.note().isOver).toBe(true)
  expect(first?.isOver).toBe(false)
  at.seconds += 60
  expect(log.countAt(now())).toBe(0)
  first?.date(now())
  expect(log.countAt(now())).toBe(1)
})

test('I38: what one chain has beyond the limit, and in a tick, counts on another', () => {
  const { log, open, at, now } = openBeside()
  const other = open(() => 0)
  for (let time = 0; time < 4; time += 1) log.note().date(now())
  at.seconds += 30
  for (let time = 0; time < 4; time += 1) log.note().date(now())
  at.seconds += 31
  expect(other.countAt(now())).toBeGreaterThan(RATE.maxCalls)
  expect(other.note().countInTick).toBe(9)
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
      memory: createAttemptMemory(),
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

test.each([
  ['kept', 3],
  ['too many to be kept', 9],
])('I38: attempts that were %s while the wall clock was a year ahead count for a window once it agrees', (_, times) => {
  const { log, at, now } = openBeside()
  at.seconds += 31_536_000
  for (let time = 0; time < times; time += 1) log.note()
  at.seconds -= 31_536_000 - 10
  log.note().date(now())
  expect(log.countAt(now())).toBe(4)
  at.seconds += 59
  expect(log.countAt(now())).toBe(4)
  at.seconds += 1
  expect(log.countAt(now())).toBe(0)
  expect(log.note().isOver).toBe(false)
})

test('I38: an attempt of now is none of a clock that was ahead, though what is judged was read before it', () => {
  const { log, at, now } = openBeside()
  const [first, read] = [log.note(), now()]
  at.seconds += 5
  for (let time = 0; time < 3; time += 1) log.note()
  first.date(read)
  at.seconds += 59
  expect(log.countAt(now())).toBe(3)
})

test.each([
  ['wall', { wallMs: 1_200_000, chainSeconds: 1_061 }],
  ["chain's", { wallMs: 1_061_000, chainSeconds: 1_200 }],
])('I38: attempts beyond those that are kept count until their window is over on both clocks, not on the %s alone', (_, later) => {
  const { log, at, now } = openBeside()
  for (let time = 0; time < 4; time += 1) log.note().date(now())
  at.seconds += 30
  for (let time = 0; time < 4; time += 1) log.note().date(now())
  expect(log.countAt(later)).toBeGreaterThan(RATE.maxCalls)
})
