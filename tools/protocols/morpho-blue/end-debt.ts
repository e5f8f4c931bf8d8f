import type { ToolContext } from '../../core/context.ts'
import { sellInEach } from '../../kit/leverage-rounds.ts'
import { buildRepayment, withInterest, withoutInterest } from './acts.ts'
import { planSelling } from './leverage.ts'
import { toDebt, toRepaidShares } from './maths.ts'
import { type readSelling, takeCollateral } from './selling.ts'

/**
 * Plan the rounds that sell as much collateral as a whole debt needs and repay that by shares, so that none are left.
 *
 * @throws ToolError INVALID_PARAMS when they are too many
 */
export function endDebt(
  ctx: Pick<ToolContext, 'book' | 'account'>,
  { market, collateral, position, selling }: Awaited<ReturnType<typeof readSelling>>,
  path: string,
) {
  const { loan, totals, holding } = market
  const rounds = planSelling(position, withInterest(withInterest(position.debt)), selling, path)
  // What a round repays costs a little more by the time that it is carried out.
  const early = rounds.slice(0, -1).map(({ repaid }) => toRepaidShares(totals, withoutInterest(repaid)))
  const last = early.reduce((left, shares) => left - shares, holding.borrowShares)
  const repayments = [...early, last].map((shares) => ({ shares, assets: toDebt(totals, shares) }))
  return {
    sold: rounds.reduce((sum, round) => sum + round.sold, 0n),
    needs: sellInEach({ collateral: collateral.address, owed: loan.address }, rounds, 4),
    calls: repayments.flatMap((repayment, index) => [
      takeCollateral(ctx, market, rounds[index]?.sold ?? 0n),
      ...buildRepayment(ctx, market, repayment),
    ]),
  }
}
