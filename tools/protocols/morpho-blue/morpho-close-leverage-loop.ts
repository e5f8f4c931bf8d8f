import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { sellInEach } from '../../kit/leverage-rounds.ts'
import {
  assertEnough,
  buildRepayment,
  changes,
  INTEREST_TOLERANCE_BPS,
  moves,
  spentAllowance,
  withInterest,
  withoutInterest,
} from './acts.ts'
import { BASE } from './base.ts'
import { planSelling } from './leverage.ts'
import { toDebt, toRepaidShares } from './maths.ts'
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
    const { market, collateral, position, selling } = await readSelling(ctx, params)
    const { loan, totals, holding } = market
    assertEnough('the debt', position.debt, 1n)
    const rounds = planSelling(position, withInterest(withInterest(position.debt)), selling, '/market')
    const sold = rounds.reduce((sum, round) => sum + round.sold, 0n)
    const rest = holding.collateral - sold
    // By shares, so that none are left: what a round repays costs a little more by the time that it is carried out.
    const early = rounds.slice(0, -1).map(({ repaid }) => toRepaidShares(totals, withoutInterest(repaid)))
    const last = early.reduce((left, shares) => left - shares, holding.borrowShares)
    const repayments = [...early, last].map((shares) => ({ shares, assets: toDebt(totals, shares) }))
    return planWithNeeds(
      sellInEach({ collateral: collateral.address, owed: loan.address }, rounds, 4),
      [
        ...repayments.flatMap((repayment, index) => [
          takeCollateral(ctx, market, rounds[index]?.sold ?? 0n),
          ...buildRepayment(ctx, market, repayment),
        ]),
        ...(rest > 0n ? [takeCollateral(ctx, market, rest)] : []),
      ],
      {
        assets: [moves(ctx, collateral, holding.collateral), moves(ctx, loan, -position.debt)],
        allowances: [spentAllowance(ctx, loan)],
        positions: [
          changes(market.id, 'posted', -holding.collateral),
          changes(market.id, 'owed', -holding.borrowShares),
        ],
        toleranceBps: INTEREST_TOLERANCE_BPS,
      },
    )
  },
  settle: settleChange,
})
