import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSqrtRatioAtTick } from '../../kit/concentrated-liquidity.ts'
import { fitInto } from './migration.ts'

const token = (symbol: string, digit: string) => ({
  symbol,
  address: `0x${digit.repeat(40)}` as const,
  decimals: 18,
})
const given = (amount0: bigint, amount1: bigint) =>
  ({
    state: { token0: token('A', '1'), token1: token('B', '2') },
    liquidity: 1n,
    amounts: [amount0, amount1],
  }) as never
const at = (tick: number) => ({
  feeTier: 3_000,
  tickSpacing: 60,
  sqrtPriceX96: getSqrtRatioAtTick(tick),
  tick,
})
const RANGE = { tickLower: -6_000, tickUpper: 6_000 }

test('behavior: a range takes no more than the pair gives, and of one side next to all', () =>
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }),
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }),
      fc.integer({ min: -5_900, max: 5_900 }),
      (amount0, amount1, tick) => {
        const { offered, taken } = fitInto(at(tick), RANGE, given(amount0, amount1))
        const left = [amount0 - taken.amount0, amount1 - taken.amount1] as const
        expect(offered.amount0 <= amount0 && offered.amount1 <= amount1).toBe(true)
        expect(left[0] >= 0n && left[1] >= 0n).toBe(true)
        expect(left[0] < 10n ** 3n || left[1] < 10n ** 3n).toBe(true)
      },
    ),
  ))

test('behavior: beside the price a range takes one token alone', () => {
  expect(fitInto(at(6_060), RANGE, given(10n ** 18n, 10n ** 18n)).taken.amount0).toBe(0n)
  expect(fitInto(at(-6_060), RANGE, given(10n ** 18n, 10n ** 18n)).taken.amount1).toBe(0n)
})

test('error: INSUFFICIENT_LIQUIDITY', () =>
  expect(() => fitInto(at(6_060), RANGE, given(10n ** 18n, 0n))).toThrow('INSUFFICIENT_LIQUIDITY'))
