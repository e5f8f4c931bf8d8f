import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { AMOUNT_OR_EVERYTHING } from '../../kit/amount-or-everything.ts'
import { BASE } from './base.ts'
import { deltaOf, HealthFactorSchema, INTEREST_TOLERANCE_BPS, LENDING_ERROR_CODES } from './lending.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { planWithdrawal } from './withdrawal.ts'

/** Withdraw a part or all of a supplied asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_withdraw_asset',
  description: 'Withdraw part or all of a supplied asset from Aave V3, keeping a minimum health factor.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_withdraw_asset takes a supplied asset back from Aave V3 into the account, a part of it or everything, and leaves at least the health factor that is asked for.',
  promptGuidelines: ['Give amountBaseUnits, or everything: true for all with its interest.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { token: TokenSchema, ...AMOUNT_OR_EVERYTHING, leastHealthFactor: HealthFactorSchema },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan(params, ctx) {
    ctx.step('account')
    const { reserve, amount, call, change } = await planWithdrawal(ctx, params)
    return planTransaction([call], {
      assets: [deltaOf(ctx.account, reserve.token.address, amount)],
      positions: [change],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input),
})
