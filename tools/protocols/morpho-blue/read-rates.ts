import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { ReadRates } from '../../core/lending-rates.ts'
import { BASE } from './base.ts'
import { rateAt } from './curve.ts'
import { describeMarket, toAvailable } from './describe-market.ts'
import { type Market, readMarkets } from './market.ts'
import { toPaidApyBps, toUtilisation, WAD } from './maths.ts'
import { MARKETS } from './places.ts'

/**
 * The rate once more is borrowed: on the curve two utilisations cost what stands in the same ratio, whatever the rate at the
 * target is (`AdaptiveCurveIrm._curve`).
 */
export function rateAfter(
  { borrowRateWad, totals }: Pick<Market, 'borrowRateWad' | 'totals'>,
  borrowed: bigint,
): bigint {
  const after = { ...totals, borrowAssets: totals.borrowAssets + borrowed }
  return (borrowRateWad * rateAt(WAD, toUtilisation(after))) / rateAt(WAD, toUtilisation(totals))
}

/** Read what the markets pay and cost in which a cage may lend and owe by default: anyone opens others. */
export const readRates: ReadRates = async (ctx, { token, collateral, borrowBaseUnits }) => {
  const { irm } = BASE.on(ctx.book)
  const markets = await readMarkets(ctx, MARKETS)
  return markets
    .filter(
      ({ loan, terms }) => isAddressEqual(loan.address, token.address) && isAddressEqual(terms.irm, irm),
    )
    .map((market) => {
      const available = toAvailable(market)
      const secures =
        market.collateral !== undefined &&
        collateral !== undefined &&
        isAddressEqual(market.collateral.address, collateral.address)
      const { supplyApyBps, lltvBps } = describeMarket(market)
      return {
        place: market.id,
        ...(market.collateral ? { collateral: market.collateral.address } : {}),
        supplyApyBps,
        borrowApyBps:
          borrowBaseUnits <= available ? toPaidApyBps(rateAfter(market, borrowBaseUnits)) : undefined,
        availableBaseUnits: available,
        maxLtvBps: secures ? lltvBps : undefined,
      }
    })
}
