import { formatUnits } from 'viem'
import { describeUsdc } from '../../core/amount.ts'
import { kindOf } from '../../core/lot-changes.ts'
import type { Leg, LotKind, Position } from '../../core/position.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { PAR, type PriceTable, valueInUsdcRoundedDown, valueInUsdcRoundedUp } from './valuation.ts'

/** What lots are worth by their kind, in USDC base units; undefined where a debt has no price. */
export type PositionValue = Readonly<Record<LotKind, bigint | undefined>>

/**
 * Value what positions hold, owe and let go, each kind by itself and never net: assets at the lowest price known, rounded
 * down, or nothing without one; debt at the highest, rounded up.
 */
export function valuePositions(
  positions: readonly Position[],
  policy: SafetyPolicy,
  prices: Pick<PriceTable, 'of'>,
): PositionValue {
  const lots = positions.flatMap((position) => position.lots.filter(({ units }) => units > 0n))
  const sum = (kind: LotKind, value: (leg: Leg) => bigint | undefined) =>
    lots
      .filter((lot) => kindOf(lot) === kind)
      .flatMap(({ legs }) => legs)
      .reduce<bigint | undefined>((total, leg) => {
        const worth = value(leg)
        return total === undefined || worth === undefined ? undefined : total + worth
      }, 0n)
  const worth = ({ token, amount }: Leg) => {
    const asset = findAsset(policy, token)
    const price = asset?.isNumeraire ? PAR : prices.of(token).lowest
    return asset && price ? valueInUsdcRoundedDown(amount, asset, price) : 0n
  }
  const cost = ({ token, amount }: Leg) => {
    const asset = findAsset(policy, token)
    const price = asset?.isNumeraire ? PAR : prices.of(token).highest
    return asset && price && valueInUsdcRoundedUp(-amount, asset, price)
  }
  return { held: sum('held', worth), leaving: sum('leaving', worth), owed: sum('owed', cost) }
}

/** Describe positions for the answer to a preview: what they are worth by kind, and how healthy each is. */
export const describePositions = (
  positions: readonly Position[],
  policy: SafetyPolicy,
  prices: Pick<PriceTable, 'of'>,
) =>
  positions.map((position) => {
    const { protocol, key, health } = position
    const value = valuePositions([position], policy, prices)
    const describe = (amount: bigint | undefined) => (amount === undefined ? null : describeUsdc(amount))
    return {
      protocol,
      key,
      health: value.owed === 0n ? null : formatUnits(health, 18),
      held: describe(value.held),
      leaving: describe(value.leaving),
      owed: describe(value.owed),
    }
  })
