import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { joinPhases, type PhaseInputs } from './joint-phases.ts'
import { createPhaseKeeper } from './phase-keeper.ts'

function open({ dwellThere = 60 } = {}) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const inputs: PhaseInputs = new Map()
  const join = (chainId: number, dwellSeconds: number) =>
    joinPhases(
      createPhaseKeeper({
        store: store.onChain(chainId),
        events: createEventBus(),
        dwellSeconds,
        initial: 'cautious',
        nowWallMs: 0,
      }),
      { chainId, dwellSeconds },
      inputs,
    )
  return { here: join(1, 60), there: join(10, dwellThere), again: () => inputs.clear() }
}
const at = (seconds: number) => ({ wallMs: seconds * 1_000, chainSeconds: seconds })

test('I29: the phase is one, and the worst that any chain calls for holds on all', () => {
  const { here, there } = open()
  here.observe('survival', at(0))
  expect(there.current().phase).toBe('survival')
  there.observe('thriving', at(1))
  expect(there.observe('thriving', at(1_000)).phase).toBe('survival')
})

test('I29: a chain that was not looked at yet lets none become better', () => {
  const { here, there } = open()
  here.observe('thriving', at(0))
  expect(here.observe('thriving', at(1_000)).phase).toBe('cautious')
  there.observe('thriving', at(1_001))
  expect(here.observe('thriving', at(1_062)).phase).toBe('thriving')
})

test('I59: what cannot be read on one chain allows exits only on all', () => {
  const { here, there } = open()
  here.observe(undefined, at(0))
  expect(there.observe('thriving', at(1)).phase).toBeUndefined()
  here.observe('cautious', at(2))
  expect(there.current().phase).toBe('cautious')
})

test('I59: what cannot be read on the last chain allows exits only on all as well', () => {
  const { here, there } = open()
  here.observe('cautious', at(0))
  expect(there.observe(undefined, at(1)).phase).toBeUndefined()
  expect(here.observe('cautious', at(2)).phase).toBeUndefined()
})

test('I29: a better phase is called for as long as the strictest policy says, whichever chain is looked at', () => {
  const { here, there } = open({ dwellThere: 0 })
  here.observe('thriving', at(0))
  expect(there.observe('thriving', at(1)).phase).toBe('cautious')
  expect(there.observe('thriving', at(60)).phase).toBe('cautious')
  expect(there.observe('thriving', at(61)).phase).toBe('thriving')
})

test('I29: what one chain calls for holds at once though another cannot be read, and though it calls for better then', () => {
  const { here, there } = open()
  here.observe(undefined, at(0))
  expect(there.observe('defensive', at(1)).phase).toBeUndefined()
  there.observe('cautious', at(2))
  expect(here.observe('cautious', at(3)).phase).toBe('defensive')
  here.observe(undefined, at(4))
  expect(there.observe('terminal', at(5)).phase).toBe('terminal')
  there.observe('thriving', at(6))
  expect(here.observe('thriving', at(1_000)).phase).toBe('terminal')
})

test('I29: a chain that cannot be read starts no time in which another calls for better', () => {
  const { here, there } = open()
  here.observe(undefined, at(0))
  there.observe('thriving', at(1))
  here.observe('thriving', at(2))
  expect(there.observe('thriving', at(61)).phase).toBe('cautious')
  expect(there.observe('thriving', at(62)).phase).toBe('thriving')
})
