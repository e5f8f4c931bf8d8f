import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { AMOUNT_OR_EVERYTHING, readAmountOrEverything } from '../../kit/amount-or-everything.ts'
import {
  assertEnough,
  assertToken,
  buildRepayment,
  changes,
  INTEREST_TOLERANCE_BPS,
  moves,
  POSITION_ERROR_CODES,
  POSITION_PARAMETERS,
  spentAllowance,
} from './acts.ts'
import { BASE } from './base.ts'
import { toPosition } from './describe-position.ts'
import { readMarket } from './market.ts'
import { toRepaidShares } from './maths.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Repay a part of a debt, or all of it. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_repay_debt',
  description: 'Repay debt in a Morpho market, a part or all.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_repay_debt repays what the account owes in one Morpho Blue market, an amount or everything with its interest up to the second of payment.',
  promptGuidelines: ['everything leaves no dust; an amount may not exceed what is owed.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ ...POSITION_PARAMETERS, ...AMOUNT_OR_EVERYTHING }, { additionalProperties: false }),
  output: CHANGE_OUTPUT,
  errorCodes: [...POSITION_ERROR_CODES, 'ZERO_AMOUNT', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ market: id, token, ...amount }, ctx) {
    const wanted = readAmountOrEverything(amount)
    ctx.step('market')
    const market = await readMarket(ctx, id, ctx.account)
    const { loan, totals, holding } = market
    assertToken(ctx, token, loan)
    const { debt } = toPosition(market, holding)
    const assets = wanted ?? debt
    assertEnough('the debt', debt, assets === 0n ? 1n : assets)
    const part = toRepaidShares(totals, assets)
    // What is owed is rounded up: as an amount, all of it may come to more shares than there are.
    const isAll = wanted === undefined || part >= holding.borrowShares || assets === debt
    const shares = isAll ? holding.borrowShares : part
    return planTransaction(buildRepayment(ctx, market, isAll ? { shares, assets } : { assets }), {
      assets: [moves(ctx, loan, -assets)],
      allowances: [spentAllowance(ctx, loan)],
      positions: [changes(id, 'owed', -shares)],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: settleChange,
})
