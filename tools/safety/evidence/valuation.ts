import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { USDC_DECIMALS } from '../../core/amount.ts'
import type { FeedReading } from '../../core/chain.ts'
import { countFigure, type Figure } from '../../core/figure.ts'
import {
  type AssetRule,
  findAsset,
  type PriceSource,
  type SafetyPolicy,
  type SequencerRule,
} from '../policy/policy.ts'

const FULL_BPS = 10_000n

/** USD per whole token, scaled by 10^decimals; above zero. */
export interface Price {
  readonly answer: bigint
  readonly decimals: number
}

/** Why a price must not be relied on for risk. */
export type PriceProblem =
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'stale'; readonly ageSeconds: number; readonly maxStalenessSeconds: number }
  | { readonly kind: 'diverged'; readonly foundBps: bigint; readonly maxDivergenceBps: number }

/** What a source answered, with its age and the oldest that still counts. */
export interface SourceAnswer extends Price {
  readonly source: 'primary' | 'secondary'
  readonly ageSeconds: number
  readonly maxStalenessSeconds: number
}

/** What the sources of a price say together. */
export interface PriceReading {
  /** Undefined when both sources are fresh and agree. */
  readonly problem?: PriceProblem
  /** The highest of all answers, stale ones included: what leaves is valued at it. Undefined when none answers. */
  readonly highest?: Price
  /** The lowest of all answers: what is held is valued at it. */
  readonly lowest?: Price
  /** Every source that can be used at all; absent where none can. */
  readonly sources?: readonly SourceAnswer[]
  /** By how much they differ, where there are two. */
  readonly divergenceBps?: bigint
}

/** What one source says: its price, if it can be used at all, and what is wrong with it. */
interface SourceReading {
  readonly price?: SourceAnswer
  readonly problem?: PriceProblem
}

/** Judge one source: zero, negative, from the future or unread counts as missing, old as stale. */
function judgeSource(
  name: SourceAnswer['source'],
  source: PriceSource | undefined,
  reading: FeedReading | undefined,
  nowSeconds: number,
): SourceReading {
  const missing = (reason: string) => ({ problem: { kind: 'missing', reason } as const })
  if (source === undefined) return missing(`it has no ${name} source`)
  if (reading === undefined) return missing(`the ${name} feed did not answer`)
  const { answer, decimals, updatedAtSeconds } = reading
  if (answer <= 0n) return missing(`the ${name} feed answers ${answer}`)
  if (updatedAtSeconds === 0n) return missing(`the ${name} feed has no round`)
  const ageSeconds = nowSeconds - Number(updatedAtSeconds)
  if (ageSeconds < 0) return missing(`the ${name} feed answers from the future`)
  const { maxStalenessSeconds } = source
  const price = { answer, decimals, source: name, ageSeconds, maxStalenessSeconds }
  return ageSeconds > maxStalenessSeconds
    ? { price, problem: { kind: 'stale', ageSeconds, maxStalenessSeconds } }
    : { price }
}

/** Judge an asset's price by its two sources, read at one moment of chain time. */
export function judgePrice(
  asset: AssetRule,
  readings: { readonly primary: FeedReading | undefined; readonly secondary: FeedReading | undefined },
  nowSeconds: number,
  maxDivergenceBps: number,
): PriceReading {
  const sources = [
    judgeSource('primary', primaryOf(asset), readings.primary, nowSeconds),
    judgeSource('secondary', asset.secondary, readings.secondary, nowSeconds),
  ]
  const [first, second] = sources.flatMap(({ price }) => price ?? [])
  if (first === undefined) return { problem: sources[0]?.problem as PriceProblem }
  const other = second ?? first
  const [lowest, highest] = (isBelow(first, other) ? [first, other] : [other, first]).map(toPrice) as [
    Price,
    Price,
  ]
  const foundBps = divergenceBps(lowest, highest)
  const problem =
    sources.find((source) => source.problem?.kind === 'missing')?.problem ??
    sources.find((source) => source.problem?.kind === 'stale')?.problem ??
    (foundBps > BigInt(maxDivergenceBps)
      ? ({ kind: 'diverged', foundBps, maxDivergenceBps } as const)
      : undefined)
  return {
    highest,
    lowest,
    sources: second ? [first, second] : [first],
    ...(second ? { divergenceBps: foundBps } : {}),
    ...(problem ? { problem } : {}),
  }
}

const toPrice = ({ answer, decimals }: Price): Price => ({ answer, decimals })

/** The figures by which a price is relied on or not. */
export const priceFigures = (
  { symbol }: Pick<AssetRule, 'symbol'>,
  { sources = [], divergenceBps: foundBps }: PriceReading,
  { maxPriceDivergenceBps }: Pick<SafetyPolicy, 'maxPriceDivergenceBps'>,
): readonly Figure[] => [
  ...sources.flatMap(({ source, answer, decimals, ageSeconds, maxStalenessSeconds }) => [
    { ...countFigure(`price of ${symbol}`, answer, 'USD'), decimals, source: `${source} feed` },
    {
      ...countFigure(`age of the price of ${symbol}`, ageSeconds, 's', { most: maxStalenessSeconds }),
      source: `${source} feed`,
    },
  ]),
  ...(foundBps === undefined
    ? []
    : [
        countFigure(`difference of the prices of ${symbol}`, foundBps, 'bps', {
          most: maxPriceDivergenceBps,
        }),
      ]),
]

const primaryOf = ({ feed, maxStalenessSeconds }: AssetRule): PriceSource | undefined =>
  feed && { feed, maxStalenessSeconds }

/** Put two prices on the same scale. */
const rescale = (price: Price, other: Price) => price.answer * 10n ** BigInt(other.decimals)

const isBelow = (a: Price, b: Price) => rescale(a, b) < rescale(b, a)

/** Difference in basis points of the lower price, rounded up. */
function divergenceBps(lowest: Price, highest: Price): bigint {
  const low = rescale(lowest, highest)
  return ceilDiv((rescale(highest, lowest) - low) * FULL_BPS, low)
}

const ceilDiv = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator

/** Say why prices must not be trusted because of the sequencer; undefined when they may be. */
export function judgeSequencer(
  rule: SequencerRule,
  reading: FeedReading | undefined,
  nowSeconds: number,
): string | undefined {
  if (reading === undefined) return 'the uptime feed of the sequencer did not answer'
  if (reading.answer !== 0n) return 'the sequencer is down'
  if (reading.startedAtSeconds === 0n) return 'the uptime feed of the sequencer has no round'
  const upSeconds = nowSeconds - Number(reading.startedAtSeconds)
  return upSeconds > rule.gracePeriodSeconds
    ? undefined
    : `the sequencer has been up for ${upSeconds} s, allowed after ${rule.gracePeriodSeconds} s`
}

/** The price of the asset that is counted in: one dollar each, whatever its feeds say. */
export const PAR: Price = { answer: 1n, decimals: 0 }

/**
 * Value an amount in USDC base units, rounded up: amount × price × 10^6 / 10^(token decimals + feed decimals).
 */
export function valueInUsdcRoundedUp(
  amountBaseUnits: bigint,
  asset: Pick<AssetRule, 'decimals'>,
  price: Price,
): bigint {
  return ceilDiv(
    amountBaseUnits * price.answer * 10n ** BigInt(USDC_DECIMALS),
    10n ** BigInt(asset.decimals + price.decimals),
  )
}

/** Value an amount in USDC base units, rounded down. */
export function valueInUsdcRoundedDown(
  amountBaseUnits: bigint,
  asset: Pick<AssetRule, 'decimals'>,
  price: Price,
): bigint {
  const scale = 10n ** BigInt(price.decimals + asset.decimals)
  return (price.answer * amountBaseUnits * 10n ** BigInt(USDC_DECIMALS)) / scale
}

/** Prices of the policy's assets as read together at one block. */
export interface PriceTable {
  of(token: Address): PriceReading
  /** Why no price may be trusted for risk, if so. */
  readonly sequencerProblem?: string
}

/** Build the table from readings in the order of `listFeeds(policy)`. */
export function createPriceTable(
  policy: SafetyPolicy,
  readings: readonly (FeedReading | undefined)[],
  nowSeconds: number,
): PriceTable {
  const byFeed = new Map(listFeeds(policy).map((feed, index) => [feed.toLowerCase(), readings[index]]))
  const readingOf = (feed: Address | undefined) => feed && byFeed.get(feed.toLowerCase())
  const { sequencer } = policy
  const sequencerProblem = sequencer && judgeSequencer(sequencer, readingOf(sequencer.feed), nowSeconds)
  return {
    ...(sequencerProblem === undefined ? {} : { sequencerProblem }),
    of(token) {
      const asset = findAsset(policy, token)
      if (asset === undefined) {
        const reason = token === NATIVE_TOKEN ? 'no native asset' : 'no such asset'
        return { problem: { kind: 'missing', reason } }
      }
      const found = { primary: readingOf(asset.feed), secondary: readingOf(asset.secondary?.feed) }
      return judgePrice(asset, found, nowSeconds, policy.maxPriceDivergenceBps)
    },
  }
}

/** The feeds that a policy reads, each once, in a fixed order. */
export function listFeeds(policy: SafetyPolicy): readonly Address[] {
  const feeds = new Map<string, Address>()
  const add = (feed: Address | undefined) => {
    if (feed !== undefined && !feeds.has(feed.toLowerCase())) feeds.set(feed.toLowerCase(), feed)
  }
  for (const asset of policy.assets) {
    add(asset.feed)
    add(asset.secondary?.feed)
  }
  add(policy.sequencer?.feed)
  return [...feeds.values()]
}
