import { expect, test } from 'vitest'
import { findSchemaProblems, Type } from '../../core/schema.ts'
import { readAmountOrEverything } from '../amount-or-everything.ts'
import { BORROW } from './borrow.ts'
import { CLOSE_LEVERAGE } from './close-leverage.ts'
import { DELEVERAGE } from './deleverage.ts'
import { LIQUIDATE_ACCOUNT } from './liquidate-account.ts'
import { OPEN_LEVERAGE } from './open-leverage.ts'
import { REPAY } from './repay.ts'
import { SUPPLY } from './supply.ts'
import { WITHDRAW } from './withdraw.ts'

test.each([
  SUPPLY,
  WITHDRAW,
  BORROW,
  REPAY,
  OPEN_LEVERAGE,
  DELEVERAGE,
  CLOSE_LEVERAGE,
  LIQUIDATE_ACCOUNT,
])('behavior: $kind names its venue, and nobody chooses it for the agent', ({ choice }) => {
  expect(choice).toEqual({ by: 'named' })
})

test('behavior: how much is an amount or everything, never both and never neither', () => {
  expect(readAmountOrEverything({ amountBaseUnits: '5' })).toBe(5n)
  expect(readAmountOrEverything({ everything: true })).toBeUndefined()
  const refused = [{}, { amountBaseUnits: '5', everything: true as const }]
  for (const params of refused) expect(() => readAmountOrEverything(params)).toThrow('exactly one')
  expect(() => readAmountOrEverything({ amountBaseUnits: '0' })).toThrow('zero')
  expect(findSchemaProblems(Type.Object(WITHDRAW.params), { token: 'USDC', everything: false })).not.toEqual(
    [],
  )
})
