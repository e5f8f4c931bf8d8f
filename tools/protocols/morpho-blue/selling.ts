import type { ToolContext } from '../../core/context.ts'
import type { Call } from '../../core/plan.ts'
import { buildAct } from './acts.ts'
import type { Standing } from './leverage.ts'
import { assertLtv } from './ltv.ts'
import type { Market } from './market.ts'

/** How far below the liquidation LTV a position stays between rounds. */
const MARGIN_BPS = 100

/**
 * Choose the LTV that a position may reach between rounds, which it has to be below already.
 *
 * @throws ToolError LTV_TOO_HIGH, ORACLE_FAILED
 */
export function chooseLtvBetween(market: Market, position: Standing): number {
  const maxLtvBps = Math.max(Number(market.terms.lltv / 10n ** 14n) - MARGIN_BPS, 1)
  assertLtv(market, position, maxLtvBps)
  return maxLtvBps
}

/** Take collateral out. */
export const takeCollateral = (
  ctx: Pick<ToolContext, 'book' | 'account'>,
  { terms }: Market,
  amount: bigint,
): Call => buildAct(ctx, 'withdrawCollateral', [terms, amount, ctx.account, ctx.account])
