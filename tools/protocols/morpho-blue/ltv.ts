import { Type } from '../../core/schema.ts'
import { requirePrice } from './acts.ts'
import { BASE } from './base.ts'
import type { Market } from './market.ts'
import { toCollateralValue, toLtvBps } from './maths.ts'

/** How far below the liquidation LTV a position is kept unless told otherwise. */
const MARGIN_BPS = 500

/** The LTV that a position may reach by an action, as tools take it. */
export const MaxLtvSchema = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 9_999,
    description: `LTV that the position may reach, basis points; by default ${MARGIN_BPS} below liquidation`,
  }),
)

/** The LTV that a position in a market may reach, below that of liquidation. */
export function chooseMaxLtv({ terms }: Pick<Market, 'terms'>, maxLtvBps: number | undefined): number {
  const lltvBps = Number(terms.lltv / 10n ** 14n)
  const most = Math.max(lltvBps - MARGIN_BPS, 0)
  return maxLtvBps === undefined ? most : Math.min(maxLtvBps, lltvBps)
}

/**
 * Hold what a position would stand at against what it may reach; an LTV that cannot be told is too high.
 *
 * @throws ToolError LTV_TOO_HIGH, ORACLE_FAILED
 */
export function assertLtv(
  market: Market,
  { collateral, debt }: { readonly collateral: bigint; readonly debt: bigint },
  maxLtvBps: number | undefined,
): void {
  if (debt === 0n) return
  const expected = chooseMaxLtv(market, maxLtvBps)
  const found = toLtvBps(debt, toCollateralValue(collateral, requirePrice(market)))
  if (found === null || found > expected) {
    throw BASE.error('LTV_TOO_HIGH', { found: found ?? 1_000_000, expected })
  }
}
