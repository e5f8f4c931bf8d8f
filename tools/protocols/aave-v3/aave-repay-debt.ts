import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { AMOUNT_OR_EVERYTHING, readAmountOrEverything } from '../../kit/amount-or-everything.ts'
import { BASE } from './base.ts'
import {
  assertOpen,
  assertThere,
  buildRepayment,
  changeOf,
  deltaOf,
  findHolding,
  INTEREST_TOLERANCE_BPS,
  LENDING_ERROR_CODES,
  noAllowanceLeft,
  readOwnAccount,
  withInterest,
} from './lending.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Repay a part or all of an own debt. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_repay_debt',
  description: 'Repay part or all of a variable debt at Aave V3.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_repay_debt repays a debt of the account at Aave V3, a part of it or everything with its interest; what it approves beyond is taken back.',
  promptGuidelines: ['Give amountBaseUnits, or everything: true; more than is owed is never paid.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ token: TokenSchema, ...AMOUNT_OR_EVERYTHING }, { additionalProperties: false }),
  output: LendingResultSchema,
  errorCodes: LENDING_ERROR_CODES,
  async plan(params, ctx) {
    const asked = readAmountOrEverything(params)
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    const { reserve, debtBaseUnits } = await findHolding(ctx, account, params.token)
    assertOpen(reserve, 'repay')
    assertThere(debtBaseUnits, 'debt', reserve.token.symbol)
    // The Pool takes no more than is owed; an amount above that has to be allowed for all the same.
    const isAll = asked === undefined || asked >= debtBaseUnits
    const most = isAll ? withInterest(debtBaseUnits, reserve) : asked
    const paid = isAll ? debtBaseUnits : asked
    const asset = reserve.token.address
    return planTransaction(buildRepayment(ctx, reserve, most, isAll), {
      assets: [deltaOf(ctx.account, asset, -paid)],
      allowances: noAllowanceLeft(ctx, asset),
      positions: [changeOf(reserve, 'owed', -paid, account.nowSeconds)],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input),
})
