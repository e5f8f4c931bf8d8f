import * as fc from 'fast-check'
import { ASSETS, type Asset } from './known-cage.ts'

/** A time that means something to the cage, and a second to each side of it. */
export type Moment = 'interval' | 'sample' | 'silence' | 'lapse' | 'staleness'

/** Time that passes before an act: none, some seconds, or until a moment. */
export type Wait = { readonly seconds: number } | { readonly until: Moment; readonly plus: number }

/** How much: a share of what is there, an amount in cents, or what is just within a limit. */
export type Amount =
  | { readonly bps: number }
  | { readonly cents: number }
  | { readonly within: 'window' | 'lane' | 'cap'; readonly plus: number }

/** What comes for what goes: a rate against the feeds, or what is just within the tolerated loss. */
export type Rate = { readonly bps: number } | { readonly within: 'loss'; readonly plus: number }

/** What is wrong with an action before the cage looks at what it does. */
export type Flaw = 'stranger' | 'late' | 'used' | 'forged' | 'unlisted'

/** What somebody does with or around the cage. */
export type Deed =
  | { readonly do: 'wait' }
  | {
      readonly do: 'trade'
      readonly pair: readonly [Asset, Asset]
      readonly amount: Amount
      readonly rate: Rate
      readonly isSigned: boolean
      readonly flaw?: Flaw | undefined
    }
  | { readonly do: 'pay'; readonly asset: Asset; readonly amount: Amount; readonly isSigned: boolean }
  | { readonly do: 'allow'; readonly asset: Asset; readonly units: number }
  | { readonly do: 'price'; readonly asset: Asset; readonly bps: number }
  | {
      readonly do: 'break-feed'
      readonly asset: Asset
      readonly answer: 'same' | 'zero' | 'negative' | 'absurd'
      readonly ageSeconds: number
    }
  | { readonly do: 'mute'; readonly asset: Asset; readonly isMute: boolean }
  | { readonly do: 'deposit'; readonly asset: Asset; readonly cents: number }
  | { readonly do: 'withdraw'; readonly asset: Asset; readonly bps: number }
  | { readonly do: 'gift'; readonly asset: Asset | 'ETH'; readonly cents: number; readonly returns: boolean }
  | { readonly do: 'look' }
  | { readonly do: 'pause'; readonly by: 'owner' | 'operator' | 'guardian' | 'stranger' }
  | { readonly do: 'resume'; readonly isEarly: boolean }

/** One act: time passes, then somebody does something. */
export interface Act {
  readonly wait: Wait
  readonly deed: Deed
}

/** The cage's limits; amounts in whole USDC. */
export interface DrawnLimits {
  readonly maxDrawdownBps: number
  readonly maxLossBps: number
  readonly intervalSeconds: number
  readonly windowSpend: number
  readonly windowLoss: number
  readonly hotLane: number
  readonly wethCap: number
  readonly wbtcCap: number
}

/** One case. */
export interface DrawnCase {
  readonly limits: DrawnLimits
  readonly acts: readonly Act[]
}

const plus = fc.constantFrom(0, 1, -1)
const asset = fc.constantFrom<Asset>(...ASSETS)

const wait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 2_400 }).map((seconds) => ({ seconds })) },
  { weight: 2, arbitrary: fc.constant({ seconds: 0 }) },
  {
    weight: 3,
    arbitrary: fc.record({
      until: fc.constantFrom<Moment>('interval', 'sample', 'sample', 'silence', 'lapse', 'staleness'),
      plus,
    }),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 28_800 }).map((seconds) => ({ seconds })) },
)

const amount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4_000_000 }).map((cents) => ({ cents })) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 10_050 }).map((bps) => ({ bps })) },
  { weight: 3, arbitrary: fc.record({ within: fc.constantFrom('window', 'lane', 'cap'), plus }) },
)

const rate: fc.Arbitrary<Rate> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 9_900, max: 10_200 }).map((bps) => ({ bps })) },
  { weight: 1, arbitrary: fc.integer({ min: 6_500, max: 9_950 }).map((bps) => ({ bps })) },
  { weight: 2, arbitrary: fc.record({ within: fc.constant('loss' as const), plus }) },
)

const isRarely = (one: number) => fc.integer({ min: 0, max: one - 1 }).map((drawn) => drawn === one - 1)

const trade: fc.Arbitrary<Deed> = fc.record({
  do: fc.constant('trade' as const),
  pair: fc.constantFrom<readonly [Asset, Asset]>(
    ['USDC', 'WETH'],
    ['USDC', 'WBTC'],
    ['USDC', 'WETH'],
    ['WETH', 'USDC'],
    ['WBTC', 'USDC'],
    ['WETH', 'WBTC'],
  ),
  amount,
  rate,
  isSigned: isRarely(3),
  flaw: fc.oneof(
    { weight: 24, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom<Flaw>('stranger', 'late', 'used', 'forged', 'unlisted') },
  ),
})

/** Rarely so that much stands still for a long time: a halt, or a feed that stays old. */
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 26, arbitrary: trade },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      asset: fc.constantFrom<Asset>('WETH', 'WETH', 'WBTC', 'WBTC', 'USDC'),
      bps: fc.oneof(fc.integer({ min: 9_800, max: 10_200 }), fc.integer({ min: 8_500, max: 11_500 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break-feed' as const),
      asset,
      answer: fc.constantFrom('same', 'same', 'same', 'zero', 'negative', 'absurd'),
      ageSeconds: fc.constantFrom(0, 1, 3_599, 3_600, 3_601, -1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('mute' as const),
      asset,
      // It comes back sooner than it goes, so that little of a case stands still.
      isMute: isRarely(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      asset,
      cents: fc.integer({ min: 1, max: 5_000_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      asset,
      bps: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
        { weight: 1, arbitrary: fc.constantFrom(10_000, 10_001) },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('gift' as const),
      asset: fc.constantFrom<Asset | 'ETH'>(...ASSETS, 'ETH'),
      cents: fc.integer({ min: 1, max: 1_000_000_000 }),
      returns: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'look' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'wait' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay' as const), asset, amount, isSigned: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('allow' as const), asset, units: fc.constantFrom(0, 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pause' as const),
      by: fc.constantFrom('owner', 'operator', 'guardian', 'stranger'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const), isEarly: isRarely(4) }) },
)

const limits: fc.Arbitrary<DrawnLimits> = fc.record({
  maxDrawdownBps: fc.constantFrom(1_000, 1_000, 10_000, 200),
  maxLossBps: fc.constantFrom(100, 100, 300),
  intervalSeconds: fc.constantFrom(600, 600, 601, 3_600),
  windowSpend: fc.constantFrom(60_000, 1_000_000, 10_000),
  windowLoss: fc.constantFrom(2_000, 100, 100_000),
  hotLane: fc.constantFrom(20_000, 1_000_000, 2_000),
  wethCap: fc.constantFrom(50_000, 1_000_000, 5_000),
  wbtcCap: fc.constantFrom(30_000, 1_000_000, 5_000),
})

/**
 * Draw a cage's limits and what is done with it, up to so many acts.
 *
 * A list is made small from its beginning; of acts it is those after a violation that say nothing, so they are drawn backwards.
 */
export const drawnCase = (mostActs: number): fc.Arbitrary<DrawnCase> =>
  fc.record({
    limits,
    acts: fc
      .array(fc.record({ wait, deed }), { maxLength: mostActs, size: 'max' })
      .map((backwards) => backwards.toReversed()),
  })
