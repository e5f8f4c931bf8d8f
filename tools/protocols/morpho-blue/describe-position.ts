import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { renderPrice } from './describe-market.ts'
import { type Holding, type Market, MarketIdSchema } from './market.ts'
import {
  toCollateralValue,
  toDebt,
  toLiquidationPrice,
  toLtvBps,
  toMostDebt,
  toSupplyAssets,
} from './maths.ts'

/** What every tool about positions says of one. */
export const POSITION_OUTPUT = {
  market: MarketIdSchema,
  loanSymbol: Type.String(),
  collateralSymbol: Type.Union([Type.String(), Type.Null()]),
  /** Lent assets with their interest up to now, and their shares. */
  suppliedBaseUnits: BaseUnitsSchema,
  supplyShares: BaseUnitsSchema,
  collateralBaseUnits: BaseUnitsSchema,
  /** Owed with interest up to now, and its shares. */
  debtBaseUnits: BaseUnitsSchema,
  borrowShares: BaseUnitsSchema,
  /** Null where the oracle fails, or there is a debt and nothing behind it. */
  ltvBps: Type.Union([Type.Integer(), Type.Null()]),
  lltvBps: Type.Integer(),
  /** Null where the oracle fails. */
  isHealthy: Type.Union([Type.Boolean(), Type.Null()]),
  /** What could be borrowed on top; null where the oracle fails. */
  borrowableBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  /** Whole loan tokens for one whole collateral token. */
  price: Type.Union([Type.String(), Type.Null()]),
  /** The price at which it can be liquidated; null without a debt. */
  liquidationPrice: Type.Union([Type.String(), Type.Null()]),
}

/** What an account has in a market, in assets. */
export interface Position {
  readonly supplied: bigint
  readonly collateral: bigint
  readonly debt: bigint
}

/** Turn a holding into assets, at totals with the interest up to now. */
export const toPosition = (
  { totals }: Pick<Market, 'totals'>,
  { supplyShares, borrowShares, collateral }: Holding,
): Position => ({
  supplied: toSupplyAssets(totals, supplyShares),
  collateral,
  debt: toDebt(totals, borrowShares),
})

/** What a position stands at, by a price; null where that cannot be told. */
export function judgePosition(
  { terms }: Pick<Market, 'terms'>,
  { collateral, debt }: Position,
  price: bigint | undefined,
) {
  const liquidationPrice = toLiquidationPrice(debt, collateral, terms.lltv)
  if (price === undefined) {
    const isHealthy = debt === 0n ? true : null
    return { ltvBps: debt === 0n ? 0 : null, isHealthy, borrowable: null, liquidationPrice }
  }
  const most = toMostDebt(collateral, price, terms.lltv)
  return {
    ltvBps: toLtvBps(debt, toCollateralValue(collateral, price)),
    isHealthy: debt <= most,
    borrowable: most > debt ? most - debt : 0n,
    liquidationPrice,
  }
}

/** Describe what the account that a market was read with has in it, as `POSITION_OUTPUT` has it. */
export function describePosition(market: Market) {
  const { holding, price } = market
  const position = toPosition(market, holding)
  const judged = judgePosition(market, position, price)
  return {
    market: market.id,
    loanSymbol: market.loan.symbol,
    collateralSymbol: market.collateral?.symbol ?? null,
    suppliedBaseUnits: position.supplied.toString(),
    supplyShares: holding.supplyShares.toString(),
    collateralBaseUnits: position.collateral.toString(),
    debtBaseUnits: position.debt.toString(),
    borrowShares: holding.borrowShares.toString(),
    ltvBps: judged.ltvBps,
    lltvBps: Number(market.terms.lltv / 10n ** 14n),
    isHealthy: judged.isHealthy,
    borrowableBaseUnits: judged.borrowable?.toString() ?? null,
    price: price === undefined ? null : renderPrice(market, price),
    liquidationPrice: judged.liquidationPrice === null ? null : renderPrice(market, judged.liquidationPrice),
  }
}
