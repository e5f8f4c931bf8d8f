import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { debtTokenAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assertOpen, callPool, deltaOf, LENDING_ERROR_CODES } from './lending.ts'
import { VARIABLE_RATE } from './rates.ts'
import { resolveReserve } from './reserve.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Borrow on credit that another account delegated: the asset comes here, the debt is theirs. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_borrow_on_behalf',
  description: 'Borrow from Aave V3 on credit that another account delegated to this one.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['reserve', 'allowance'],
  spriteTrigger: 'executing',
  promptSnippet:
    "aave_borrow_on_behalf borrows an asset from Aave V3 on credit that another account delegated to this one: the asset comes to this account, the debt is the other's.",
  promptGuidelines: ['Read the credit first with aave_get_borrow_allowance.'],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema, delegator: AddressSchema },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    const delegator = getAddress(params.delegator)
    if (isAddressEqual(delegator, ctx.account)) {
      throw new ToolError('INVALID_PARAMS', { path: '/delegator', problem: 'is the account itself' })
    }
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, params.token)
    assertOpen(reserve, 'borrow')
    ctx.step('allowance')
    const credit = await ctx.chain.readContract({
      address: reserve.variableDebt,
      abi: debtTokenAbi,
      functionName: 'borrowAllowance',
      args: [delegator, ctx.account],
    })
    if (credit < amount) {
      const subject = `the credit that ${delegator} delegated`
      throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: credit, expected: amount })
    }
    const { address } = reserve.token
    return planTransaction([callPool(ctx, 'borrow', [address, amount, VARIABLE_RATE, 0, delegator])], {
      assets: [deltaOf(ctx.account, address, amount)],
    })
  },
  settle: (input) => settleLending(input),
})
