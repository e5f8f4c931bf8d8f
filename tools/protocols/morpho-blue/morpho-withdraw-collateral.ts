import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { AMOUNT_OR_EVERYTHING, readAmountOrEverything } from '../../kit/amount-or-everything.ts'
import {
  assertEnough,
  assertToken,
  buildAct,
  changes,
  moves,
  POSITION_ERROR_CODES,
  POSITION_PARAMETERS,
} from './acts.ts'
import { BASE } from './base.ts'
import { toPosition } from './describe-position.ts'
import { assertLtv, MaxLtvSchema } from './ltv.ts'
import { readMarket } from './market.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Take collateral out, keeping a maximum LTV. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_withdraw_collateral',
  description: 'Take collateral out of a Morpho market, keeping a maximum LTV.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_withdraw_collateral takes collateral out of one Morpho Blue market, an amount or everything, as long as the LTV of what is owed stays below a bound.',
  promptGuidelines: ['Everything comes out only where nothing is owed.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...POSITION_PARAMETERS, ...AMOUNT_OR_EVERYTHING, maxLtvBps: MaxLtvSchema },
    { additionalProperties: false },
  ),
  output: CHANGE_OUTPUT,
  errorCodes: [
    ...POSITION_ERROR_CODES,
    'ZERO_AMOUNT',
    'INSUFFICIENT_LIQUIDITY',
    'LTV_TOO_HIGH',
    'ORACLE_FAILED',
  ],
  async plan({ market: id, token, maxLtvBps, ...amount }, ctx) {
    const wanted = readAmountOrEverything(amount)
    ctx.step('market')
    const market = await readMarket(ctx, id, ctx.account)
    const { collateral, terms, holding } = market
    assertToken(ctx, token, collateral)
    const assets = wanted ?? holding.collateral
    assertEnough('the position', holding.collateral, assets === 0n ? 1n : assets)
    const { debt } = toPosition(market, holding)
    assertLtv(market, { collateral: holding.collateral - assets, debt }, maxLtvBps)
    const { account } = ctx
    return planTransaction([buildAct(ctx, 'withdrawCollateral', [terms, assets, account, account])], {
      assets: [moves(ctx, collateral, assets)],
      positions: [changes(id, 'posted', -assets)],
    })
  },
  settle: settleChange,
})
