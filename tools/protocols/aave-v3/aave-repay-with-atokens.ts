import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import {
  assertOpen,
  assertThere,
  callPool,
  changeOf,
  findHolding,
  INTEREST_TOLERANCE_BPS,
  LENDING_ERROR_CODES,
  readOwnAccount,
} from './lending.ts'
import { VARIABLE_RATE } from './rates.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Repay a debt out of what is supplied of the same asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_repay_with_atokens',
  description: 'Repay a debt at Aave V3 with supplied aTokens of the same asset.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    "aave_repay_with_atokens repays a debt at Aave V3 out of the account's own supply of the same asset, so that no tokens are needed and none are approved.",
  promptGuidelines: ['It repays the least of the amount, the debt and the supply.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: LENDING_ERROR_CODES,
  async plan(params, ctx) {
    const asked = readAmount(params.amountBaseUnits)
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    const { reserve, debtBaseUnits, suppliedBaseUnits } = await findHolding(ctx, account, params.token)
    const { address, symbol } = reserve.token
    assertOpen(reserve, 'repay')
    assertThere(debtBaseUnits, 'debt', symbol)
    assertThere(suppliedBaseUnits, 'supply', symbol)
    // The Pool takes no more than is owed, whatever interest adds until then.
    const most = asked < suppliedBaseUnits ? asked : suppliedBaseUnits
    const amount = most < debtBaseUnits ? most : debtBaseUnits
    return planTransaction([callPool(ctx, 'repayWithATokens', [address, most, VARIABLE_RATE])], {
      positions: [
        changeOf(reserve, 'owed', -amount, account.nowSeconds),
        changeOf(reserve, 'held', -amount, account.nowSeconds),
      ],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input),
})
