import { divideUp } from '../../kit/divide-up.ts'

/** One, as Morpho scales rates and LTVs. */
export const WAD = 10n ** 18n

/** Scale of an oracle's price (morpho-blue `ConstantsLib.sol`). */
export const PRICE_SCALE = 10n ** 36n

/** Shares and assets that every market is taken to hold beside its own (morpho-blue `SharesMathLib.sol`). */
const VIRTUAL_SHARES = 10n ** 6n
const VIRTUAL_ASSETS = 1n

/** Bounds of what a liquidator gets on top (morpho-blue `ConstantsLib.sol`). */
const LIQUIDATION_CURSOR = 3n * 10n ** 17n
const MOST_INCENTIVE = 115n * 10n ** 16n

/** What a market holds and owes, in base units of its loan token and in shares. */
export interface Totals {
  readonly supplyAssets: bigint
  readonly supplyShares: bigint
  readonly borrowAssets: bigint
  readonly borrowShares: bigint
}

/** Assets of lent shares, rounded down. */
export const toSupplyAssets = ({ supplyAssets, supplyShares }: Totals, shares: bigint): bigint =>
  (shares * (supplyAssets + VIRTUAL_ASSETS)) / (supplyShares + VIRTUAL_SHARES)

/** Shares that lending assets gives, rounded down. */
export const toSupplyShares = ({ supplyAssets, supplyShares }: Totals, assets: bigint): bigint =>
  (assets * (supplyShares + VIRTUAL_SHARES)) / (supplyAssets + VIRTUAL_ASSETS)

/** Shares that withdrawing assets takes, rounded up. */
export const toWithdrawnShares = ({ supplyAssets, supplyShares }: Totals, assets: bigint): bigint =>
  divideUp(assets * (supplyShares + VIRTUAL_SHARES), supplyAssets + VIRTUAL_ASSETS)

/** Assets owed for borrowed shares, rounded up. */
export const toDebt = ({ borrowAssets, borrowShares }: Totals, shares: bigint): bigint =>
  divideUp(shares * (borrowAssets + VIRTUAL_ASSETS), borrowShares + VIRTUAL_SHARES)

/** Shares that borrowing assets gives, rounded up. */
export const toBorrowedShares = ({ borrowAssets, borrowShares }: Totals, assets: bigint): bigint =>
  divideUp(assets * (borrowShares + VIRTUAL_SHARES), borrowAssets + VIRTUAL_ASSETS)

/** Shares that repaying assets takes off, rounded down. */
export const toRepaidShares = ({ borrowAssets, borrowShares }: Totals, assets: bigint): bigint =>
  (assets * (borrowShares + VIRTUAL_SHARES)) / (borrowAssets + VIRTUAL_ASSETS)

/** Compound a rate per second over some seconds, by the first three terms of e^(rx) − 1 (morpho-blue `MathLib.sol`). */
function compound(rateWad: bigint, seconds: bigint): bigint {
  const first = rateWad * seconds
  const second = (first * first) / (2n * WAD)
  return first + second + (second * first) / (3n * WAD)
}

/** Book the interest of some seconds, the fee's new shares included (morpho-blue `Morpho._accrueInterest`). */
export function accrue(
  totals: Totals,
  terms: { readonly rateWad: bigint; readonly seconds: bigint; readonly feeWad: bigint },
): Totals {
  const interest = (totals.borrowAssets * compound(terms.rateWad, terms.seconds)) / WAD
  const supplyAssets = totals.supplyAssets + interest
  const fee = (interest * terms.feeWad) / WAD
  const feeShares = toSupplyShares({ ...totals, supplyAssets: supplyAssets - fee }, fee)
  return {
    ...totals,
    supplyAssets,
    supplyShares: totals.supplyShares + feeShares,
    borrowAssets: totals.borrowAssets + interest,
  }
}

/** Share of the lent assets that is borrowed, scaled by 10^18, rounded down. */
export const toUtilisation = ({ supplyAssets, borrowAssets }: Totals): bigint =>
  supplyAssets === 0n ? 0n : (borrowAssets * WAD) / supplyAssets

/** What collateral is worth in base units of the loan token, rounded down. */
export const toCollateralValue = (collateral: bigint, price: bigint): bigint =>
  (collateral * price) / PRICE_SCALE

/** Most that may be owed against collateral (morpho-blue `Morpho._isHealthy`). */
export const toMostDebt = (collateral: bigint, price: bigint, lltvWad: bigint): bigint =>
  (toCollateralValue(collateral, price) * lltvWad) / WAD

/** Debt over the value of its collateral in basis points, rounded up; null for a debt without any. */
export function toLtvBps(debt: bigint, collateralValue: bigint): number | null {
  if (debt === 0n) return 0
  return collateralValue === 0n ? null : Number(divideUp(debt * 10_000n, collateralValue))
}

/** The price at which a debt reaches the liquidation LTV, in the oracle's scale, rounded up; null without a debt or collateral. */
export const toLiquidationPrice = (debt: bigint, collateral: bigint, lltvWad: bigint): bigint | null =>
  debt === 0n || collateral === 0n ? null : divideUp(debt * PRICE_SCALE * WAD, collateral * lltvWad)

/** What a liquidator gets for each repaid unit, scaled by 10^18 (morpho-blue `Morpho.liquidate`). */
export function toIncentive(lltvWad: bigint): bigint {
  const incentive = (WAD * WAD) / (WAD - (LIQUIDATION_CURSOR * (WAD - lltvWad)) / WAD)
  return incentive < MOST_INCENTIVE ? incentive : MOST_INCENTIVE
}

const YEAR_SECONDS = 31_536_000

/** What a rate per second comes to in a year when it is compounded all the time, in basis points, rounded down. */
export const toApyBps = (rateWad: bigint): number => Math.floor(toYearly(rateWad))

/** The same of what is paid, rounded up. */
export const toPaidApyBps = (rateWad: bigint): number => Math.ceil(toYearly(rateWad))

const toYearly = (rateWad: bigint): number => Math.expm1((Number(rateWad) / 1e18) * YEAR_SECONDS) * 10_000
