import type { Address } from 'viem'
import { isAddressEqual } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import type { FeedReading } from '../core/chain.ts'
import type { AssetRule, SafetyPolicy } from './policy.ts'

/** Decimals of USDC base units, in which the safety layer counts. */
const USDC_DECIMALS = 6

/** A price that may be used, or why there is none. */
export type PriceReading =
  | {
      readonly kind: 'fresh' | 'stale'
      readonly answer: bigint
      readonly decimals: number
      readonly ageSeconds: number
    }
  | { readonly kind: 'missing'; readonly reason: string }

/** Judge a feed's answer: zero, negative, from the future or unread counts as missing, old as stale. */
export function judgePrice(
  asset: AssetRule,
  reading: FeedReading | undefined,
  nowSeconds: number,
): PriceReading {
  if (asset.feed === undefined) return { kind: 'missing', reason: 'no feed' }
  if (reading === undefined) return { kind: 'missing', reason: 'the feed did not answer' }
  if (reading.answer <= 0n) return { kind: 'missing', reason: `the feed answers ${reading.answer}` }
  if (reading.updatedAtSeconds === 0n) return { kind: 'missing', reason: 'the feed has no round' }
  const ageSeconds = nowSeconds - Number(reading.updatedAtSeconds)
  if (ageSeconds < 0) return { kind: 'missing', reason: 'the feed answers from the future' }
  const kind = ageSeconds > asset.maxStalenessSeconds ? 'stale' : 'fresh'
  return { kind, answer: reading.answer, decimals: reading.decimals, ageSeconds }
}

/**
 * Value an amount in USDC base units, rounded up: amount × price × 10^6 / 10^(token decimals + feed decimals).
 */
export function valueInUsdcRoundedUp(
  amountBaseUnits: bigint,
  asset: Pick<AssetRule, 'decimals'>,
  price: { readonly answer: bigint; readonly decimals: number },
): bigint {
  const numerator = amountBaseUnits * price.answer * 10n ** BigInt(USDC_DECIMALS)
  const denominator = 10n ** BigInt(asset.decimals + price.decimals)
  return (numerator + denominator - 1n) / denominator
}

/** Prices of the policy's assets as read together at one block. */
export interface PriceTable {
  of(token: Address): PriceReading
}

/** Build the table from readings in the order of `pricedAssets(policy)`. */
export function createPriceTable(
  policy: SafetyPolicy,
  readings: readonly (FeedReading | undefined)[],
  nowSeconds: number,
): PriceTable {
  const table = pricedAssets(policy).map((asset, index) => ({
    token: asset.token,
    price: judgePrice(asset, readings[index], nowSeconds),
  }))
  return {
    of(token) {
      const found = table.find((entry) => isAddressEqual(entry.token, token))
      return (
        found?.price ?? {
          kind: 'missing',
          reason: token === NATIVE_TOKEN ? 'no native asset' : 'no such asset',
        }
      )
    },
  }
}

/** The assets whose feeds are read, in a fixed order. */
export const pricedAssets = (policy: SafetyPolicy): readonly (AssetRule & { feed: Address })[] =>
  policy.assets.filter((asset): asset is AssetRule & { feed: Address } => asset.feed !== undefined)
