import { expect, test } from 'vitest'
import type { StepAction } from '../../scenario/step-list.ts'
import { isUnforeseen } from './read-command.ts'

const ask = (kind: 'preview' | 'act', action: string, params: object) =>
  isUnforeseen({ kind, action, params, claims: [] } as unknown as StepAction)

test('behavior: what the market alone decides is left to the laws, as far as it can be asked for', () => {
  expect(ask('act', 'compound-fees', { positionId: '20' })).toBe(true)
  expect(ask('preview', 'speed-up-transaction', { permitId: '0x' })).toBe(true)
  expect(ask('act', 'speed-up-transaction', {})).toBe(false)
})

test('behavior: what is foreseen, and what untrusted tools ask for, is not', () => {
  expect(ask('act', 'transfer', { token: 'USDC', recipient: '0x', amountBaseUnits: '1' })).toBe(false)
  expect(ask('preview', 'sandboxed:swap', {})).toBe(false)
  expect(isUnforeseen({ kind: 'halt' } as unknown as StepAction)).toBe(false)
})
