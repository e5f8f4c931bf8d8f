import { formatUnits } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { NO_DEBT_HEALTH, WAD } from './rates.ts'
import type { Reserve } from './reserve.ts'

/** Decimals of the US dollars in which the oracle of every market here counts. */
const BASE_DECIMALS = 8

/** What an account has in one reserve. */
export interface Holding {
  readonly reserve: Reserve
  readonly suppliedBaseUnits: bigint
  readonly debtBaseUnits: bigint
  readonly isCollateral: boolean
  /** The oracle's price of one whole token, with 8 decimals; undefined where it gives none. */
  readonly priceBase: bigint | undefined
}

/** A category in which related assets may secure each other further. */
export interface EMode {
  readonly id: number
  readonly label: string
  readonly ltvBps: number
  readonly thresholdBps: number
  readonly bonusBps: number
}

/** An account's health; values are US dollars with 8 decimals. */
export interface Health {
  readonly collateralBase: bigint
  readonly debtBase: bigint
  /** Weighted over the collateral. */
  readonly ltvBps: bigint
  readonly thresholdBps: bigint
  /** Scaled by 10^18; {@link NO_DEBT_HEALTH} without debt. */
  readonly healthWad: bigint
}

/** The oracle's price of a holding. @throws ToolError NO_PRICE */
export function requirePrice({ priceBase, reserve }: Pick<Holding, 'reserve' | 'priceBase'>): bigint {
  if (priceBase !== undefined) return priceBase
  throw new ToolError('NO_PRICE', { token: reserve.token.symbol, reason: 'the oracle of Aave V3 gives none' })
}

/** Value an amount of a reserve's token, rounded down as the Pool does. @throws ToolError NO_PRICE */
export function worthOf(holding: Pick<Holding, 'reserve' | 'priceBase'>, baseUnits: bigint): bigint {
  if (baseUnits === 0n) return 0n
  return (baseUnits * requirePrice(holding)) / 10n ** BigInt(holding.reserve.configuration.decimals)
}

/** Render a value of the oracle as a decimal string of US dollars. */
export const renderBase = (base: bigint): string => formatUnits(base, BASE_DECIMALS)

/** What a holding secures: the category's shares where the account is in it, else the reserve's own. */
export function sharesOf({ reserve: { configuration } }: Pick<Holding, 'reserve'>, eMode: EMode | undefined) {
  const isInMode = eMode !== undefined && configuration.eModeCategory === eMode.id
  // A reserve without a threshold of its own secures nothing, whatever its category.
  if (configuration.thresholdBps === 0) return { ltvBps: 0, thresholdBps: 0, bonusBps: 0 }
  const { thresholdBps, bonusBps } = isInMode ? eMode : configuration
  const ltvBps = configuration.ltvBps === 0 ? 0 : isInMode ? eMode.ltvBps : configuration.ltvBps
  return { ltvBps, thresholdBps, bonusBps }
}

const isIsolated = ({ reserve }: Pick<Holding, 'reserve'>) => reserve.configuration.debtCeilingCents > 0n

/**
 * Say what keeps a supply from being made collateral: an isolated one can only be the only one (core-v3
 * `ValidationLogic.validateUseAsCollateral`). Undefined where nothing does.
 */
export function findCollateralProblem(
  holdings: readonly Holding[],
  holding: Pick<Holding, 'reserve'>,
): string | undefined {
  const used = holdings.filter(({ isCollateral }) => isCollateral)
  if (holding.reserve.configuration.ltvBps === 0) return 'its loan-to-value is 0'
  if (used.length > 0 && isIsolated(holding)) return 'it is isolated, and other collateral is in use'
  const alone = used.find(isIsolated)
  return alone && `${alone.reserve.token.symbol} is isolated collateral, beside which there is no other`
}

/**
 * Say what keeps a token from being borrowed beside what an account has (core-v3 `ValidationLogic.validateBorrow`): silos,
 * isolation and categories. Undefined where none of them does.
 */
export function findBorrowProblem(
  holdings: readonly Holding[],
  { configuration, id }: Reserve,
  eModeId: number,
): string | undefined {
  const others = holdings.filter(({ debtBaseUnits, reserve }) => debtBaseUnits > 0n && reserve.id !== id)
  const siloed = configuration.isSiloed ? others[0] : others.find((one) => one.reserve.configuration.isSiloed)
  if (siloed !== undefined) {
    const { symbol } = siloed.reserve.token
    return configuration.isSiloed
      ? `it is siloed, and ${symbol} is owed as well`
      : `${symbol} is owed, which is siloed: nothing else is lent beside it`
  }
  const isolated = holdings.find((holding) => holding.isCollateral && isIsolated(holding))
  if (isolated !== undefined && !configuration.isBorrowableInIsolation) {
    return `${isolated.reserve.token.symbol} is isolated collateral, against which it is not lent`
  }
  if (eModeId === 0 || configuration.eModeCategory === eModeId) return undefined
  return `the account is in e-mode category ${eModeId}, of which it is none`
}

/**
 * Whether a supply serves as collateral without being told to: one that does already, or a first one, unless it is isolated
 * or cannot (core-v3 `ValidationLogic.validateAutomaticUseAsCollateral`).
 */
export const servesByItself = (holdings: readonly Holding[], holding: Holding): boolean =>
  holding.isCollateral ||
  (holding.suppliedBaseUnits === 0n &&
    !isIsolated(holding) &&
    findCollateralProblem(holdings, holding) === undefined)

/** Compute an account's health as the Pool does (core-v3 `GenericLogic.calculateUserAccountData`). */
export function computeHealth(holdings: readonly Holding[], eMode: EMode | undefined): Health {
  let [collateralBase, debtBase, weightedLtv, weightedThreshold] = [0n, 0n, 0n, 0n]
  for (const holding of holdings) {
    debtBase += worthOf(holding, holding.debtBaseUnits)
    const { ltvBps, thresholdBps } = sharesOf(holding, eMode)
    if (!holding.isCollateral || thresholdBps === 0) continue
    const value = worthOf(holding, holding.suppliedBaseUnits)
    collateralBase += value
    weightedLtv += value * BigInt(ltvBps)
    weightedThreshold += value * BigInt(thresholdBps)
  }
  const average = (weighted: bigint) => (collateralBase === 0n ? 0n : weighted / collateralBase)
  const thresholdBps = average(weightedThreshold)
  const secured = (collateralBase * thresholdBps + 5_000n) / 10_000n
  return {
    collateralBase,
    debtBase,
    ltvBps: average(weightedLtv),
    thresholdBps,
    healthWad: debtBase === 0n ? NO_DEBT_HEALTH : (secured * WAD + debtBase / 2n) / debtBase,
  }
}

/**
 * Compute the price of a collateral at which the account may be liquidated, other prices unmoved, with 8 decimals.
 *
 * Undefined where no price of it alone does that. The same asset may be owed as well: its price moves both sides.
 */
export function computeLiquidationPrice(
  holdings: readonly Holding[],
  eMode: EMode | undefined,
  collateral: Holding,
): bigint | undefined {
  const others = holdings.filter((holding) => holding !== collateral)
  const secured = (holding: Holding, baseUnits: bigint) =>
    holding.isCollateral ? baseUnits * BigInt(sharesOf(holding, eMode).thresholdBps) : 0n
  const rest = others.reduce(
    (sum, holding) =>
      sum +
      worthOf(holding, holding.debtBaseUnits) * 10_000n -
      secured(holding, worthOf(holding, holding.suppliedBaseUnits)),
    0n,
  )
  const own = secured(collateral, collateral.suppliedBaseUnits) - collateral.debtBaseUnits * 10_000n
  if (own <= 0n || rest <= 0n) return undefined
  return (rest * 10n ** BigInt(collateral.reserve.configuration.decimals)) / own
}
