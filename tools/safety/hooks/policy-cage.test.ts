import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { planOwnerTransaction, planSignature, planTransaction } from '../../core/plan.ts'
import type { Position } from '../../core/position.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { policyCageHook } from './policy-cage.ts'

const KEY: Hex = `0x${'aa'.repeat(32)}`
const SIGNATURE = planSignature({ domain: {}, types: {}, primaryType: 'Order', message: {} })
const ACT = planTransaction([], {})
const { policy } = buildRequest()

/** Positions of which one ends with some health. */
function endWith(health: bigint): Evidence['positions'] {
  const before: Position = { protocol: 'lender', key: KEY, place: KEY, health: 2n ** 128n, lots: [] }
  return { before: { positions: [before] }, after: { positions: [{ ...before, health }] }, changes: [] }
}

const ask = (plan: typeof ACT | typeof SIGNATURE, seen: Partial<Evidence>) => () =>
  policyCageHook.check(
    buildRequest({ plan: plan as typeof ACT, evidence: buildEvidence({ isPaused: false, ...seen }) }),
  )

test.each([
  ['an action', ACT],
  ['a signature', SIGNATURE],
])('I69: %s may leave a position at its least health and not below it', (_, plan) => {
  expect(ask(plan, { positions: endWith(policy.minHealth) })()).toEqual({ kind: 'allow' })
  expect(ask(plan, { positions: endWith(policy.minHealth - 1n) })).toThrow(
    expect.objectContaining({ code: 'HEALTH_TOO_LOW', layer: 'policy-cage' }),
  )
})

test('behavior: what the owner changes of the cage moves no position', () => {
  const plan = planOwnerTransaction([], {}) as never
  expect(ask(plan, { positions: endWith(0n) })()).toEqual({ kind: 'allow' })
})

test('I46: error: CAGE_PAUSED for a signature while the cage is paused, or does not say', () => {
  const denied = expect.objectContaining({ code: 'CAGE_PAUSED' })
  expect(ask(SIGNATURE, { isPaused: true })).toThrow(denied)
  expect(ask(SIGNATURE, { isPaused: undefined })).toThrow(denied)
})

test('error: CAGE_UNVERIFIABLE where nothing was simulated', () => {
  expect(ask(ACT, { simulation: undefined })).toThrow(expect.objectContaining({ code: 'CAGE_UNVERIFIABLE' }))
})
