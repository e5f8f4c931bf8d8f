import { expect, test } from 'vitest'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { claimPart } from './claim-part.ts'

const idOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as const
const ENTRY = idOf(1)

function open() {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  for (const index of [1, 2, 3]) store.insertPermit(buildPermitRow({ permitId: idOf(index) }))
  store.addEntry({ entryId: ENTRY, port: 'schedule', kind: 'twap', body: {} })
  return { store, claim: (part: number, by: number) => claimPart({ entryId: ENTRY, part }, idOf(by), store) }
}

test('default: a part is claimed once, another one beside it', () => {
  const { store, claim } = open()
  claim(0, 2)
  claim(1, 3)
  expect(store.findEntry('schedule', ENTRY)?.uses).toEqual({ 0: idOf(2), 1: idOf(3) })
})

test('error: LOCAL_PART_USED, whatever the state of the permit that uses it, but for a failed one', () => {
  const { store, claim } = open()
  claim(0, 2)
  store.movePermit(idOf(2), 'pending', 'committing')
  expect(() => claim(0, 3)).toThrow('LOCAL_PART_USED')
  store.movePermit(idOf(2), 'committing', 'committed')
  expect(() => claim(0, 3)).toThrow('LOCAL_PART_USED')
  store.movePermit(idOf(2), 'committed', 'failed')
  claim(0, 3)
  expect(store.findEntry('schedule', ENTRY)?.uses).toEqual({ 0: idOf(3) })
})

test('I13 I55: error: LOCAL_PART_USED while the block in which its permit failed is not final', () => {
  const { store, claim } = open()
  claim(0, 2)
  store.saveBlock(idOf(2), { number: 7, hash: idOf(7) })
  store.movePermit(idOf(2), 'pending', 'failed')
  expect(() => claim(0, 3)).toThrow('LOCAL_PART_USED')
  store.saveBlock(idOf(2), null)
  claim(0, 3)
})

test('error: LOCAL_ENTRY_NOT_OPEN for what was ended and for what is not there', () => {
  const { store, claim } = open()
  store.endEntry('schedule', ENTRY)
  expect(() => claim(0, 2)).toThrow('LOCAL_ENTRY_NOT_OPEN')
  expect(() => claimPart({ entryId: idOf(9), part: 0 }, idOf(2), store)).toThrow('LOCAL_ENTRY_NOT_OPEN')
  expect(store.findEntry('schedule', ENTRY)?.uses).toEqual({})
})
