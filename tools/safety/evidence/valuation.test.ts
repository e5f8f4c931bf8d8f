import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedReading } from '../../core/chain.ts'
import type { AssetRule } from '../policy/policy.ts'
import { judgePrice, judgeSequencer, valueInUsdcRoundedUp } from './valuation.ts'

const WETH: AssetRule = {
  token: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  symbol: 'WETH',
  decimals: 18,
  exposure: 'ETH',
  isStable: false,
  feed: '0x0000000000000000000000000000000000000001',
  maxStalenessSeconds: 3_600,
  secondary: { feed: '0x0000000000000000000000000000000000000002', maxStalenessSeconds: 7_200 },
}
const STRICT = { feed: '0x0000000000000000000000000000000000000002', maxStalenessSeconds: 3_600 } as const
const PRICE = { answer: 3_000n * 10n ** 8n, decimals: 8 }

describe('valueInUsdcRoundedUp', () => {
  test('default: one WETH at 3 000 USD', () => {
    expect(valueInUsdcRoundedUp(10n ** 18n, WETH, PRICE)).toBe(3_000_000_000n)
  })

  test('behavior: the smallest amount still costs something', () => {
    expect(valueInUsdcRoundedUp(1n, WETH, PRICE)).toBe(1n)
    expect(valueInUsdcRoundedUp(0n, WETH, PRICE)).toBe(0n)
  })

  test('I8: never less than the exact value, and less than one unit more, beyond 2^53 too', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 200n),
        fc.bigInt(1n, 2n ** 64n),
        fc.integer({ min: 0, max: 77 }),
        (amount, answer, decimals) => {
          const value = valueInUsdcRoundedUp(amount, { decimals }, { answer, decimals: 8 })
          const exactTimes = amount * answer * 10n ** 6n
          const scale = 10n ** BigInt(decimals + 8)
          expect(value * scale).toBeGreaterThanOrEqual(exactTimes)
          expect((value - 1n) * scale).toBeLessThan(exactTimes === 0n ? 1n : exactTimes)
        },
      ),
    )
  })
})

const NOW = 10_000
const MAX_DIVERGENCE_BPS = 200

describe('judgePrice', () => {
  const read = (answer: bigint, updatedAtSeconds = BigInt(NOW), decimals = 8): FeedReading => ({
    answer,
    startedAtSeconds: updatedAtSeconds,
    updatedAtSeconds,
    decimals,
  })
  const judge = (primary: FeedReading | undefined, secondary: FeedReading | undefined, asset = WETH) =>
    judgePrice(asset, { primary, secondary }, NOW, MAX_DIVERGENCE_BPS)

  test('default: two sources of one opinion, whatever their decimals', () => {
    const both = judge(read(3_000n * 10n ** 8n), read(3_000n * 10n ** 18n, BigInt(NOW), 18))
    expect(both.problem).toBeUndefined()
    expect(both.highest?.answer).toBe(3_000n * 10n ** 8n)
  })

  test.each([
    ['stale one second after its limit', read(100n, 6_399n), 'stale'],
    ['missing when zero', read(0n), 'missing'],
    ['missing when negative', read(-1n), 'missing'],
    ['missing from the future', read(100n, 10_001n), 'missing'],
    ['missing without a round', read(100n, 0n), 'missing'],
    ['missing when unread', undefined, 'missing'],
    ['diverged when a ratio stands for dollars', read(1n), 'diverged'],
  ])('I10: either source: %s', (_, found, expected) => {
    const sound = read(100n)
    for (const reading of [judge(found, sound), judge(sound, found, { ...WETH, secondary: STRICT })]) {
      expect(reading.problem?.kind).toBe(expected)
      expect(reading.highest?.answer).toBe(100n)
    }
  })

  test('I10: an asset without a second source has no price to risk', () => {
    const { secondary: _, ...single } = WETH
    expect(judge(read(100n), read(100n), single).problem).toEqual({
      kind: 'missing',
      reason: 'it has no secondary source',
    })
  })

  test('I10: each source has its own staleness', () => {
    expect(judge(read(100n, 6_400n), read(100n, 2_800n)).problem).toBeUndefined()
    expect(judge(read(100n, 6_400n), read(100n, 2_799n)).problem).toMatchObject({
      kind: 'stale',
      ageSeconds: 7_201,
      maxStalenessSeconds: 7_200,
    })
    expect(judge(read(100n, 6_399n), read(100n)).problem).toMatchObject({ maxStalenessSeconds: 3_600 })
  })

  test('I10: divergence is judged exactly, either way round', () => {
    for (const [a, b] of [
      [10_000n, 10_200n],
      [10_200n, 10_000n],
    ] as const) {
      expect(judge(read(a), read(b)).problem).toBeUndefined()
      const beyond = judge(read(a * 10_000n + (a > b ? 1n : 0n)), read(b * 10_000n + (b > a ? 1n : 0n)))
      expect(beyond.problem).toMatchObject({ kind: 'diverged', foundBps: 201n })
    }
  })

  test('I8 I9: highest and lowest do not depend on the decimals of token or feed, beyond 2^53 too', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 2n ** 128n),
        fc.bigInt(1n, 2n ** 128n),
        fc.bigInt(0n, 2n ** 128n),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 30 }),
        (first, second, amount, feedDecimals, tokenDecimals) => {
          const scale = 10n ** BigInt(feedDecimals)
          const { highest, lowest } = judge(
            read(first, BigInt(NOW), 8),
            read(second * scale, BigInt(NOW), 8 + feedDecimals),
          )
          const value = (price = PRICE, decimals = 18) => valueInUsdcRoundedUp(amount, { decimals }, price)
          const values = [first, second].map((answer) => value({ answer, decimals: 8 }))
          const [low, high] = (values[0] as bigint) < (values[1] as bigint) ? values : values.toReversed()
          expect(value(highest)).toBe(high)
          expect(value(lowest)).toBe(low)
          const rescaled = valueInUsdcRoundedUp(
            amount * 10n ** BigInt(tokenDecimals),
            { decimals: 18 + tokenDecimals },
            highest ?? PRICE,
          )
          expect(rescaled).toBe(high)
        },
      ),
    )
  })
})

describe('judgeSequencer', () => {
  const RULE = { feed: WETH.token, gracePeriodSeconds: 3_600 }
  const status = (answer: bigint, startedAtSeconds: bigint): FeedReading => ({
    answer,
    startedAtSeconds,
    updatedAtSeconds: BigInt(NOW),
    decimals: 0,
  })
  test.each([
    ['up for longer than the grace period', status(0n, 6_399n), true],
    ['up for exactly the grace period', status(0n, 6_400n), false],
    ['down', status(1n, 1n), false],
    ['without a round', status(0n, 0n), false],
    ['unread', undefined, false],
  ])('I10: %s', (_, reading, isTrusted) => {
    expect(judgeSequencer(RULE, reading, NOW) === undefined).toBe(isTrusted)
  })
})
