import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AssetRule } from './policy.ts'
import { judgePrice, valueInUsdcRoundedUp } from './valuation.ts'

const WETH: AssetRule = {
  token: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  symbol: 'WETH',
  decimals: 18,
  exposure: 'ETH',
  isStable: false,
  feed: '0x0000000000000000000000000000000000000001',
  maxStalenessSeconds: 3_600,
}
const PRICE = { answer: 3_000n * 10n ** 8n, decimals: 8 }

describe('valueInUsdcRoundedUp', () => {
  test('default: one WETH at 3 000 USD', () => {
    expect(valueInUsdcRoundedUp(10n ** 18n, WETH, PRICE)).toBe(3_000_000_000n)
  })

  test('behavior: the smallest amount still costs something', () => {
    expect(valueInUsdcRoundedUp(1n, WETH, PRICE)).toBe(1n)
    expect(valueInUsdcRoundedUp(0n, WETH, PRICE)).toBe(0n)
  })

  test('behavior: never less than the exact value, and less than one unit more, beyond 2^53 too', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 200n),
        fc.bigInt(1n, 2n ** 64n),
        fc.integer({ min: 0, max: 36 }),
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

describe('judgePrice', () => {
  const reading = (answer: bigint, updatedAtSeconds: bigint) => ({ answer, updatedAtSeconds, decimals: 8 })
  test.each([
    ['fresh at the limit', reading(1n, 6_400n), 'fresh'],
    ['stale one second later', reading(1n, 6_399n), 'stale'],
    ['missing when zero', reading(0n, 10_000n), 'missing'],
    ['missing when negative', reading(-1n, 10_000n), 'missing'],
    ['missing from the future', reading(1n, 10_001n), 'missing'],
    ['missing without a round', reading(1n, 0n), 'missing'],
    ['missing when unread', undefined, 'missing'],
  ])('behavior: %s', (_, found, expected) => {
    expect(judgePrice(WETH, found, 10_000).kind).toBe(expected)
  })
})
