import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createAttemptLog, createAttemptMemory } from './attempt-log.ts'
import { createDenialLog } from './denial-log.ts'

const RATE = { maxCalls: 3, windowSeconds: 60 }
const DENIAL = { stage: 'preview', subject: {}, layer: 'schema', code: 'INVALID_PARAMS' } as const

test('I56: however often a model asks, the store takes a bounded number of rows, and none is lost from the count', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  let wallMs = 1_000_000
  const deps = { store, policy: { rateLimit: RATE }, clock: { wallMs: () => wallMs, tick: () => 1 } }
  const attempts = createAttemptLog({ ...deps, memory: createAttemptMemory() })
  const log = createDenialLog({ ...deps, attempts })
  const ask = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      attempts.note().date({ wallMs, chainSeconds: wallMs / 1_000 })
      log.note(DENIAL)
    }
  }
  const entries = () =>
    store
      .readAudit(1, 100)
      .filter(({ kind }) => kind !== 'facts')
      .map(({ kind, body }) => [kind, JSON.parse(body)])
  ask(400)
  // Three within the limit, and the first beyond it.
  expect(entries()).toHaveLength(4)
  expect(store.auditHead().entries).toBeLessThanOrEqual(16)
  wallMs += 60_000
  ask(1)
  expect(entries().slice(4)).toEqual([
    ['denied-more', { count: 396, sinceWallMs: 1_000_000 }],
    ['denied', DENIAL],
  ])
})

test('I56: what was counted while the clock was a year ahead is told once it is right again', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const at = { wallMs: 1_000_000 }
  const log = createDenialLog({
    store,
    policy: { rateLimit: RATE },
    clock: { wallMs: () => at.wallMs },
    attempts: { countAt: () => RATE.maxCalls + 1 },
  })
  at.wallMs += 31_536_000_000
  log.note(DENIAL)
  log.note(DENIAL)
  at.wallMs -= 31_536_000_000
  log.note(DENIAL)
  expect(store.readAudit(1, 100).map(({ kind }) => kind)).toEqual(['denied', 'denied-more', 'denied'])
})

test('I56: a denial within the limit has an entry of its own, though others were counted just before', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  let attempts = RATE.maxCalls + 1
  const log = createDenialLog({
    store,
    policy: { rateLimit: RATE },
    clock: { wallMs: () => 1_000_000 },
    attempts: { countAt: () => attempts },
  })
  log.note(DENIAL)
  log.note(DENIAL)
  attempts = RATE.maxCalls
  log.note(DENIAL)
  log.note(DENIAL)
  const kinds = store.readAudit(1, 100).map(({ kind }) => kind)
  expect(kinds).toEqual(['denied', 'denied-more', 'denied', 'denied'])
})
