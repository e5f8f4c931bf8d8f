import { expect, test } from 'vitest'
import type { LocalPort } from '../../core/local-port.ts'
import { type LocalPlan, planLocal } from '../../core/plan.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { createLocalCustody } from '../custody/local-custody.ts'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import type { HaltCarrier } from '../halt/halt-carrier.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createHaltPort } from './halt-port.ts'
import { createKeepingPort, MOST_OPEN_ENTRIES } from './keeping-port.ts'

const idOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as const
const NOTE = { kind: 'note', body: { text: 'hello' } }

function openPort() {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const port = createKeepingPort('schedule', store)
  const order = (index: number, operation: string, params: LocalPlan['params']) => {
    store.insertPermit(buildPermitRow({ permitId: idOf(index) }))
    return port.carryOut({ permitId: idOf(index), operation, params })
  }
  return { store, port, order }
}

test('default: what is kept is read back by the permit, and ended by another one', async () => {
  const { store, port, order } = openPort()
  expect(port.readReceipt(idOf(1))).toBeUndefined()
  await order(1, 'keep', NOTE)
  expect(port.readReceipt(idOf(1))).toEqual({ entryId: idOf(1), ...NOTE, state: 'open' })
  store.useEntry('schedule', idOf(1), 0, idOf(7))
  store.useEntry('schedule', idOf(1), 2, idOf(8))
  expect(store.findEntry('schedule', idOf(1))?.uses).toEqual({ 0: idOf(7), 2: idOf(8) })
  await order(2, 'end', { entryId: idOf(1) })
  expect(port.readReceipt(idOf(2))).toEqual({ entryId: idOf(1), state: 'ended' })
  expect(port.readReceipt(idOf(1))).toMatchObject({ state: 'ended' })
  expect(store.listEntries('outbox')).toEqual([])
  expect(store.listAlterations()).toEqual([])
})

test('error: LOCAL_ENTRY_NOT_OPEN', async () => {
  const { order, port } = openPort()
  await expect(order(1, 'end', { entryId: idOf(9) })).rejects.toMatchObject({ code: 'LOCAL_ENTRY_NOT_OPEN' })
  expect(port.readReceipt(idOf(1))).toBeUndefined()
  await order(2, 'keep', NOTE)
  await order(3, 'end', { entryId: idOf(2) })
  await expect(order(4, 'end', { entryId: idOf(2) })).rejects.toMatchObject({ code: 'LOCAL_ENTRY_NOT_OPEN' })
})

test('error: LOCAL_PORT_FULL', async () => {
  const { order } = openPort()
  for (let index = 1; index <= MOST_OPEN_ENTRIES; index += 1) await order(index, 'keep', NOTE)
  const next = MOST_OPEN_ENTRIES + 1
  await expect(order(next, 'keep', NOTE)).rejects.toMatchObject({ code: 'LOCAL_PORT_FULL' })
  await order(next + 1, 'end', { entryId: idOf(1) })
  await order(next + 2, 'keep', NOTE)
})

test('error: ROUTE_NOT_AVAILABLE for an operation and a port that are not there', async () => {
  const { order, port } = openPort()
  await expect(order(1, 'forge', {})).rejects.toMatchObject({ code: 'ROUTE_NOT_AVAILABLE' })
  await expect(order(2, 'keep', { ...NOTE, kind: 'end' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  const custody = createLocalCustody(createCapabilityMint(), [port])
  expect(() => custody.assertHas(planLocal('outbox', 'keep', NOTE, {}))).toThrow('"outbox"')
})

test('behavior: a port does nothing without a capability for this very permit', async () => {
  const mint = createCapabilityMint()
  const carried: unknown[] = []
  const port: LocalPort = {
    name: 'schedule',
    carryOut: async (order) => void carried.push(order),
    readReceipt: () => undefined,
  }
  const custody = createLocalCustody(mint, [port])
  const plan = planLocal('schedule', 'keep', NOTE, {})
  const use = { tool: 'a_tool', permitId: idOf(1), simulationHash: idOf(2), spendUsdc: 0n }
  const grant = { ...use, tools: ['a_tool'], maxSpendUsdc: 0n, expiresAtTick: 2 }
  const attempt = (capability: ReturnType<typeof mint.mint>, changes = {}) =>
    custody.carryOut({ ...use, ...changes, plan }, capability, 1)
  await expect(attempt({} as never)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
  await expect(attempt(mint.mint(grant), { permitId: idOf(3) })).rejects.toMatchObject({
    code: 'CAPABILITY_INVALID',
  })
  expect(carried).toEqual([])
  const capability = mint.mint(grant)
  await attempt(capability)
  await expect(attempt(capability)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
  expect(carried).toEqual([{ permitId: idOf(1), operation: 'keep', params: NOTE }])
})

test('I46: the halt port carries a halt out and knows nothing else, least of all how to lift one', async () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const reasons: string[] = []
  const halt = async (reason: string) => {
    reasons.push(reason)
    return { status: 'disarmed' } as Awaited<ReturnType<HaltCarrier['halt']>>
  }
  const port = createHaltPort(store, () => ({ halt }))
  store.insertPermit(buildPermitRow({ permitId: idOf(1) }))
  const order = (operation: string) =>
    port.carryOut({ permitId: idOf(1), operation, params: { reason: 'a drill' } })
  await expect(order('clear')).rejects.toMatchObject({ code: 'ROUTE_NOT_AVAILABLE' })
  expect(port.readReceipt(idOf(1))).toBeUndefined()
  await order('trip')
  expect(reasons).toEqual(['a drill'])
  expect(port.readReceipt(idOf(1))).toEqual({ halted: true, reason: 'a drill', status: 'disarmed' })
})
