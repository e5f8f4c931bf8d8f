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
} from './acts.ts'
import { BASE } from './base.ts'
import { endDebt } from './end-debt.ts'
import { planSelling, toRepayment } from './leverage.ts'
import { toRepaidShares } from './maths.ts'
import { readSelling, SELLING_ERROR_CODES, SELLING_PARAMS, takeCollateral } from './selling.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Sell collateral and repay until a target LTV, by rounds in one transaction. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_deleverage_to_target',
  description: 'Sell collateral of a Morpho position and repay its debt until a target LTV.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_deleverage_to_target takes collateral out of one Morpho Blue market, sells it and repays debt with the proceeds, round by round, until the LTV is down.',
  promptGuidelines: ['Collateral that the purchases leave over stays in the account.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...SELLING_PARAMS,
      targetLtvBps: Type.Integer({ minimum: 0, maximum: 9_999, description: 'LTV to reach, basis points' }),
    },
    { additionalProperties: false },
  ),
  output: CHANGE_OUTPUT,
  errorCodes: SELLING_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('market')
    const chosen = await readSelling(ctx, params)
    const { market, collateral, position, selling } = chosen
    const { loan, totals, holding } = market
    const wanted = toRepayment(position, params.targetLtvBps, selling)
    assertEnough('the debt above the target', wanted, 1n)
    if (wanted >= position.debt) {
      const { needs, calls, sold } = endDebt(ctx, chosen, '/targetLtvBps')
      return planWithNeeds(needs, calls, {
        assets: [moves(ctx, collateral, sold), moves(ctx, loan, -position.debt)],
        allowances: [spentAllowance(ctx, loan)],
        positions: [changes(market.id, 'posted', -sold), changes(market.id, 'owed', -holding.borrowShares)],
        toleranceBps: INTEREST_TOLERANCE_BPS,
      })
    }
    const rounds = planSelling(position, wanted, selling, '/targetLtvBps')
    const sold = rounds.reduce((sum, round) => sum + round.sold, 0n)
    const repaid = rounds.reduce((sum, round) => sum + round.repaid, 0n)
    return planWithNeeds(
      sellInEach({ collateral: collateral.address, owed: loan.address }, rounds, 3),
      rounds.flatMap((round) => [
        takeCollateral(ctx, market, round.sold),
        ...buildRepayment(ctx, market, { assets: round.repaid }),
      ]),
      {
        assets: [moves(ctx, collateral, sold), moves(ctx, loan, -repaid)],
        allowances: [spentAllowance(ctx, loan)],
        positions: [
          changes(market.id, 'posted', -sold),
          changes(market.id, 'owed', -toRepaidShares(totals, repaid)),
        ],
        toleranceBps: INTEREST_TOLERANCE_BPS,
      },
    )
  },
  settle: settleChange,
})
