import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createPhaseCheck } from './phase-check.ts'

const PHASES = { current: () => ({ phase: 'thriving', epoch: 1, sinceWallMs: 0 }) }
const ALTER = {
  changed: (key: string) => `UPDATE meta SET value = '2' WHERE key = '${key}'`,
  deleted: (key: string) => `DELETE FROM meta WHERE key = '${key}'`,
}
const KEYS = ['clock-high-water', 'books', 'account-nonce', 'spending-limits', 'allow-list']

function open(key: string) {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  store.writeMeta(key, '1')
  const check = createPhaseCheck({
    store,
    phases: PHASES,
    lease: { assertClaimed: () => undefined },
  } as unknown as Parameters<typeof createPhaseCheck>[0])
  const allow = (actionClass: 'new-position' | 'close-position') => () =>
    check.assertAllows({ actionClass }, 'layer1')
  return { database, allow }
}

test.each(
  KEYS.flatMap((key) => (['changed', 'deleted'] as const).map((how) => [key, how] as const)),
)('I59: error: STORE_ALTERED for risk once the fact %s is %s, and exits pass', (key, how) => {
  const { database, allow } = open(key)
  allow('new-position')()
  database.exec(ALTER[how](key))
  expect(allow('new-position')).toThrow(expect.objectContaining({ code: 'STORE_ALTERED' }))
  allow('close-position')()
})
