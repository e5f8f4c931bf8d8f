import { expect, test } from 'vitest'
import { createDenialLog } from './denial-log.ts'
import { createSafetyStore, openSafetyDatabase } from './store.ts'

const RATE = { maxCalls: 3, windowSeconds: 60 }
const DENIAL = { stage: 'preview', subject: {}, layer: 'schema', code: 'INVALID_PARAMS' } as const

test('I56: however often a model asks, the store takes a bounded number of rows, and none is lost from the count', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  let wallMs = 1_000_000
  const log = createDenialLog({ store, policy: { rateLimit: RATE }, clock: { wallMs: () => wallMs } })
  const ask = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      store.addAttempt({ wallMs, chainSeconds: wallMs / 1_000 }, RATE.maxCalls + 1)
      log.note(DENIAL)
    }
  }
  const entries = () => store.readAudit(1, 100).map(({ kind, body }) => [kind, JSON.parse(body)])
  ask(400)
  // Three within the limit, and the first beyond it.
  expect(entries()).toHaveLength(4)
  wallMs += 60_000
  ask(1)
  expect(entries().slice(4)).toEqual([
    ['denied-more', { count: 396, sinceWallMs: 1_000_000 }],
    ['denied', DENIAL],
  ])
})
