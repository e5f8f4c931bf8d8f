import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getAmount0Delta,
  getAmount1Delta,
  getAmountsForLiquidity,
  getFeeGrowthInside,
  getFeesEarned,
  getLiquidityForAmounts,
  getSqrtRatioAtTick,
  getTickAtSqrtRatio,
  MAX_SQRT_RATIO,
  MAX_TICK,
  MIN_SQRT_RATIO,
  MIN_TICK,
  squareRoot,
  toSqrtRange,
} from './concentrated-liquidity.ts'
import { divideUp } from './divide-up.ts'

const tick = fc.integer({ min: MIN_TICK, max: MAX_TICK })
const range = fc.uniqueArray(tick, { minLength: 2, maxLength: 2 }).map(([a, b]) => ({
  tickLower: Math.min(a as number, b as number),
  tickUpper: Math.max(a as number, b as number),
}))
const sqrtPrice = tick.filter((value) => value < MAX_TICK).map(getSqrtRatioAtTick)
const liquidity = fc.bigInt(0n, 2n ** 110n)
const amount = fc.bigInt(0n, 2n ** 100n)

describe('ticks', () => {
  // Values of v3-core's test/TickMath.spec.ts and its snapshot.
  test('default', () => {
    expect(getSqrtRatioAtTick(0)).toBe(2n ** 96n)
    expect(getSqrtRatioAtTick(MIN_TICK)).toBe(MIN_SQRT_RATIO)
    expect(getSqrtRatioAtTick(MAX_TICK)).toBe(MAX_SQRT_RATIO)
    expect(getSqrtRatioAtTick(MIN_TICK + 1)).toBe(4_295_343_490n)
    expect(getSqrtRatioAtTick(50)).toBe(79_426_470_787_362_580_746_886_972_461n)
    expect(getSqrtRatioAtTick(-50)).toBe(79_030_349_367_926_598_376_800_521_322n)
    expect(getSqrtRatioAtTick(250)).toBe(80_224_679_980_005_306_637_834_519_095n)
  })

  test('behavior: the tick of a price is the one whose stretch it lies in', () => {
    const inner = fc.integer({ min: MIN_TICK, max: MAX_TICK - 1 })
    fc.assert(
      fc.property(inner, fc.bigInt(0n, 2n ** 20n), (at, part) => {
        const [from, next] = [getSqrtRatioAtTick(at), getSqrtRatioAtTick(at + 1)]
        const price = from + ((next - from - 1n) * part) / 2n ** 20n
        expect(getTickAtSqrtRatio(price)).toBe(at)
      }),
      { numRuns: 50 },
    )
    expect(getTickAtSqrtRatio(MAX_SQRT_RATIO)).toBe(MAX_TICK)
  })

  test('behavior: one tick is a factor of the root of 1.0001', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400_000, max: 400_000 }), (value) => {
        const ratio = Number(getSqrtRatioAtTick(value + 1)) / Number(getSqrtRatioAtTick(value))
        expect(Math.abs(ratio - Math.sqrt(1.0001))).toBeLessThan(1e-12)
      }),
    )
  })

  test('error: out of range', () => {
    for (const bad of [MIN_TICK - 1, MAX_TICK + 1, 0.5, Number.NaN]) {
      expect(() => getSqrtRatioAtTick(bad)).toThrow(RangeError)
    }
  })
})

describe('amounts', () => {
  // Values of v3-core's test/SqrtPriceMath.spec.ts: price 1 to price 1.21.
  test('default', () => {
    const one = 2n ** 96n
    const up = squareRoot((121n << 192n) / 100n)
    expect(getAmount0Delta(one, up, 10n ** 18n, true)).toBe(90_909_090_909_090_910n)
    expect(getAmount0Delta(one, up, 10n ** 18n, false)).toBe(90_909_090_909_090_909n)
    expect(getAmount1Delta(one, up, 10n ** 18n, true)).toBe(100_000_000_000_000_000n)
    expect(getAmount1Delta(one, up, 10n ** 18n, false)).toBe(99_999_999_999_999_999n)
  })

  test('behavior: what is paid in is at most one unit above what is paid out', () => {
    fc.assert(
      fc.property(sqrtPrice, range, liquidity, (price, ticks, amountOfLiquidity) => {
        const paidIn = getAmountsForLiquidity(price, toSqrtRange(ticks), amountOfLiquidity, true)
        const paidOut = getAmountsForLiquidity(price, toSqrtRange(ticks), amountOfLiquidity, false)
        for (const token of ['amount0', 'amount1'] as const) {
          const difference = paidIn[token] - paidOut[token]
          expect(difference === 0n || difference === 1n || difference === 2n).toBe(true)
        }
      }),
    )
  })

  test('behavior: the liquidity of a budget never takes more than the budget', () => {
    fc.assert(
      fc.property(sqrtPrice, range, amount, amount, (price, ticks, amount0, amount1) => {
        const sqrtRange = toSqrtRange(ticks)
        const fitted = getLiquidityForAmounts(price, sqrtRange, { amount0, amount1 })
        const taken = getAmountsForLiquidity(price, sqrtRange, fitted, true)
        expect(taken.amount0 <= amount0 && taken.amount1 <= amount1).toBe(true)
      }),
    )
  })
})

describe('fees', () => {
  const zero = { growth0X128: 0n, growth1X128: 0n }
  const growth = (value: bigint) => ({ growth0X128: value, growth1X128: 2n * value })

  test('default', () => {
    const inside = (current: number) =>
      getFeeGrowthInside({
        tick: current,
        tickLower: -10,
        tickUpper: 10,
        global: growth(100n),
        outsideLower: growth(30n),
        outsideUpper: growth(20n),
      })
    expect(inside(0)).toEqual(growth(50n))
    // Below and above the range the growth wraps round, as the contract's does.
    expect(inside(-11).growth0X128).toBe(10n)
    expect(inside(10).growth0X128).toBe(BigInt.asUintN(256, -10n))
  })

  test('behavior: growth that wrapped round counts from where it was', () => {
    const last = { growth0X128: 2n ** 256n - 2n ** 128n, growth1X128: 0n }
    const earned = getFeesEarned({ growth0X128: 2n ** 128n, growth1X128: 0n }, last, 7n)
    expect(earned).toEqual({ amount0: 14n, amount1: 0n })
    expect(getFeesEarned(zero, zero, 10n ** 30n)).toEqual({ amount0: 0n, amount1: 0n })
  })
})

test('behavior: roots and quotients round as named', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 320n), (value) => {
      const root = squareRoot(value)
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
    }),
  )
  expect([divideUp(0n, 3n), divideUp(3n, 3n), divideUp(4n, 3n)]).toEqual([0n, 1n, 2n])
})
