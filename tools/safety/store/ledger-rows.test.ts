import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { openSafetyDatabase } from './open-database.ts'
import { createSafetyStore } from './store.ts'

const PERMIT: Hex = `0x${'11'.repeat(32)}`

test('I6: what a permit spent is never lowered by raising it, nor raised by lowering it', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  store.insertPermit(buildPermitRow({ permitId: PERMIT }))
  store.reserve({ permitId: PERMIT, amountUsdc: 500n, guarded: false, wallMs: 1, chainSeconds: 1 })
  const spent = () => store.findLedgerEntry(PERMIT)?.amountUsdc
  // What is reserved is settled first.
  store.lowerSpend(PERMIT, 1n)
  expect(spent()).toBe(500n)
  store.settle(PERMIT, 300n)
  store.raiseSpend(PERMIT, 200n)
  expect(spent()).toBe(300n)
  store.lowerSpend(PERMIT, 400n)
  expect(spent()).toBe(300n)
  store.raiseSpend(PERMIT, 400n)
  expect(spent()).toBe(400n)
  store.lowerSpend(PERMIT, 200n)
  expect(spent()).toBe(200n)
})
