import { formatUnits } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { type Market, MarketIdSchema } from './market.ts'
import { toApyBps, toPaidApyBps, toUtilisation, WAD } from './maths.ts'

/** What every tool about markets says of one. */
export const MARKET_OUTPUT = {
  market: MarketIdSchema,
  loanToken: AddressSchema,
  loanSymbol: Type.String(),
  collateralToken: AddressSchema,
  /** Null in a market without collateral. */
  collateralSymbol: Type.Union([Type.String(), Type.Null()]),
  oracle: AddressSchema,
  irm: AddressSchema,
  lltvBps: Type.Integer(),
  /** Totals with the interest up to now, in base units of the loan token. */
  suppliedBaseUnits: BaseUnitsSchema,
  borrowedBaseUnits: BaseUnitsSchema,
  availableBaseUnits: BaseUnitsSchema,
  utilisationBps: Type.Integer(),
  feeBps: Type.Integer(),
  borrowRatePerSecondWad: Type.String(),
  /** Rounded up; what is earned is rounded down. */
  borrowApyBps: Type.Integer(),
  supplyApyBps: Type.Integer(),
}

const toBps = (wad: bigint) => Number(wad / 10n ** 14n)

/** What can be borrowed or withdrawn now. */
export const toAvailable = ({ totals }: Pick<Market, 'totals'>): bigint =>
  totals.supplyAssets > totals.borrowAssets ? totals.supplyAssets - totals.borrowAssets : 0n

/** Describe a market as `MARKET_OUTPUT` has it. */
export function describeMarket(market: Market) {
  const { terms, totals, feeWad, borrowRateWad } = market
  const utilisation = toUtilisation(totals)
  const supplyRate = (((borrowRateWad * utilisation) / WAD) * (WAD - feeWad)) / WAD
  return {
    market: market.id,
    loanToken: market.loan.address,
    loanSymbol: market.loan.symbol,
    collateralToken: terms.collateralToken,
    collateralSymbol: market.collateral?.symbol ?? null,
    oracle: terms.oracle,
    irm: terms.irm,
    lltvBps: toBps(terms.lltv),
    suppliedBaseUnits: totals.supplyAssets.toString(),
    borrowedBaseUnits: totals.borrowAssets.toString(),
    availableBaseUnits: toAvailable(market).toString(),
    utilisationBps: toBps(utilisation),
    feeBps: toBps(feeWad),
    borrowRatePerSecondWad: borrowRateWad.toString(),
    borrowApyBps: toPaidApyBps(borrowRateWad),
    supplyApyBps: toApyBps(supplyRate),
  }
}

/** Render a price of the oracle's scale as whole loan tokens for one whole collateral token. */
export const renderPrice = ({ loan, collateral }: Market, price: bigint): string =>
  formatUnits(price, 36 + loan.decimals - (collateral?.decimals ?? 0))
