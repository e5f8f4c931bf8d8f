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
  INTEREST_TOLERANCE_BPS,
  moves,
  POSITION_ERROR_CODES,
  POSITION_PARAMETERS,
} from './acts.ts'
import { BASE } from './base.ts'
import { toAvailable } from './describe-market.ts'
import { readMarket } from './market.ts'
import { toSupplyAssets, toWithdrawnShares } from './maths.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Withdraw lent assets, or all of them. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_withdraw_market',
  description: 'Withdraw lent assets from a Morpho market, a part or all.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_withdraw_market takes lent assets out of one Morpho Blue market, an amount or everything with its interest, as far as it is not borrowed.',
  promptGuidelines: ['Where too much is borrowed, withdraw less or pull liquidity in first.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ ...POSITION_PARAMETERS, ...AMOUNT_OR_EVERYTHING }, { additionalProperties: false }),
  output: CHANGE_OUTPUT,
  errorCodes: [...POSITION_ERROR_CODES, 'ZERO_AMOUNT', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ market: id, token, ...amount }, ctx) {
    const wanted = readAmountOrEverything(amount)
    ctx.step('market')
    const market = await readMarket(ctx, id, ctx.account)
    const { loan, terms, totals, holding } = market
    assertToken(ctx, token, loan)
    const shares = wanted === undefined ? holding.supplyShares : toWithdrawnShares(totals, wanted)
    const assets = wanted ?? toSupplyAssets(totals, shares)
    // Shares may be worth less than a base unit: they end the position all the same.
    if (wanted === undefined) assertEnough('the position', shares, 1n)
    else assertEnough('the position', toSupplyAssets(totals, holding.supplyShares), wanted)
    assertEnough(`market ${id}`, toAvailable(market), assets)
    const { account } = ctx
    const args = wanted === undefined ? ([0n, shares] as const) : ([assets, 0n] as const)
    return planTransaction([buildAct(ctx, 'withdraw', [terms, ...args, account, account])], {
      assets: assets === 0n ? [] : [moves(ctx, loan, assets)],
      positions: [changes(id, 'lent', -shares)],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: settleChange,
})
