import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createPhaseKeeper } from './phase-keeper.ts'
import type { Phase } from './phases.ts'

const NOW = { wallMs: 1_000_000, chainSeconds: 1_000 }
const ROW = JSON.stringify({ phase: 'thriving', epoch: 1, sinceWallMs: 0 })

test.each([
  ['is gone', "DELETE FROM meta WHERE key = 'phase'"],
  ['is a better one', `UPDATE meta SET value = '${ROW}' WHERE key = 'phase'`],
  ['was never known to be unreadable', "DELETE FROM meta WHERE key = 'phase-input'"],
  [
    'is waited for longer than it was',
    `UPDATE meta SET value = '{"phase":"thriving","wallMs":0,"chainSeconds":0}' WHERE key = 'phase-wanted'`,
  ],
])('I28 I59: a phase that %s in the store is unknown, whatever a process starts with', (_, sql) => {
  const database = openSafetyDatabase(':memory:')
  const open = () =>
    createPhaseKeeper({
      store: createSafetyStore(database),
      events: createEventBus(),
      dwellSeconds: 60,
      initial: 'thriving',
      nowWallMs: NOW.wallMs,
    })
  const keeper = open()
  keeper.observe('defensive', NOW)
  keeper.observe(undefined, NOW)
  keeper.observe('defensive', NOW)
  expect(open().current()).toMatchObject({ phase: 'defensive', epoch: 2 })
  database.exec(sql)
  const opened = open()
  expect(opened.current().phase).toBeUndefined()
  expect(opened.observe('thriving', NOW).phase).toBeUndefined()
})

test.each<[string, Phase | undefined]>([
  ['nothing is known', undefined],
  ['the phase that holds is called for', 'defensive'],
  ['another better phase is called for', 'cautious'],
])('I29: a better phase is called for anew once %s', (_, between) => {
  const keeper = createPhaseKeeper({
    store: createSafetyStore(openSafetyDatabase(':memory:')),
    events: createEventBus(),
    dwellSeconds: 60,
    initial: 'defensive',
    nowWallMs: NOW.wallMs,
  })
  const at = (seconds: number) => ({ wallMs: seconds * 1_000, chainSeconds: seconds })
  keeper.observe('thriving', at(1_000))
  keeper.observe(between, at(1_030))
  expect(keeper.observe('thriving', at(1_060)).phase).toBe('defensive')
  expect(keeper.observe('thriving', at(1_119)).phase).toBe('defensive')
  expect(keeper.observe('thriving', at(1_120)).phase).toBe('thriving')
})

test('I28 I29: inputs that cannot be read loosen no terminal phase, over a restart as well', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const open = () =>
    createPhaseKeeper({
      store,
      events: createEventBus(),
      dwellSeconds: 60,
      initial: 'survival',
      nowWallMs: NOW.wallMs,
    })
  const keeper = open()
  keeper.observe('terminal', NOW)
  expect(keeper.observe(undefined, NOW).phase).toBe('terminal')
  expect(open().current()).toMatchObject({ phase: 'terminal', epoch: 2 })
})

test.each([
  ['wall', { wallMs: 1_060_000, chainSeconds: 1_000 }],
  ["chain's", { wallMs: 1_000_000, chainSeconds: 1_060 }],
])('I29: a better phase needs its time on both clocks, not on the %s alone', (_, later) => {
  const keeper = createPhaseKeeper({
    store: createSafetyStore(openSafetyDatabase(':memory:')),
    events: createEventBus(),
    dwellSeconds: 60,
    initial: 'defensive',
    nowWallMs: NOW.wallMs,
  })
  keeper.observe('thriving', NOW)
  expect(keeper.observe('thriving', later).phase).toBe('defensive')
  expect(keeper.observe('thriving', { wallMs: 1_060_000, chainSeconds: 1_060 }).phase).toBe('thriving')
})
