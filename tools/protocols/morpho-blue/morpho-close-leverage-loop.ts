import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { assertEnough, changes, INTEREST_TOLERANCE_BPS, moves, spentAllowance } from './acts.ts'
import { BASE } from './base.ts'
import { endDebt } from './end-debt.ts'
import { readSelling, SELLING_ERROR_CODES, SELLING_PARAMS, takeCollateral } from './selling.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Unwind a leveraged position fully: sell collateral, repay everything, take the rest. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_close_leverage_loop',
  description: 'Unwind a leveraged Morpho position fully into its collateral.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_close_leverage_loop sells as much collateral of one Morpho Blue position as its whole debt needs, repays it round by round, and takes the rest of the collateral.',
  promptGuidelines: ['Nothing is left in the market but what is lent there.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(SELLING_PARAMS, { additionalProperties: false }),
  output: CHANGE_OUTPUT,
  errorCodes: SELLING_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('market')
    const chosen = await readSelling(ctx, params)
    const { market, collateral, position } = chosen
    const { loan, holding } = market
    assertEnough('the debt', position.debt, 1n)
    const { needs, calls, sold } = endDebt(ctx, chosen, '/market')
    const rest = holding.collateral - sold
    return planWithNeeds(needs, [...calls, ...(rest > 0n ? [takeCollateral(ctx, market, rest)] : [])], {
      assets: [moves(ctx, collateral, holding.collateral), moves(ctx, loan, -position.debt)],
      allowances: [spentAllowance(ctx, loan)],
      positions: [
        changes(market.id, 'posted', -holding.collateral),
        changes(market.id, 'owed', -holding.borrowShares),
      ],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: settleChange,
})
