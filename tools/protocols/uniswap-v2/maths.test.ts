import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountsOf,
  computePriceImpactBps,
  fitToReserves,
  getAmountIn,
  getAmountOut,
  liquidityOf,
  quoteAtReserves,
  supplyWithFee,
} from './maths.ts'

const reserve = fc.bigInt(10n ** 9n, 2n ** 112n - 1n)
const reserves = fc.tuple(reserve, reserve)
const amount = fc.bigInt(1n, 2n ** 100n)

describe('trades', () => {
  test('an amount of the router itself', () => {
    expect(getAmountOut(10n ** 18n, [5n * 10n ** 18n, 10n ** 19n])).toBe(1_662_497_915_624_478_906n)
    expect(getAmountIn(10n ** 18n, [5n * 10n ** 18n, 10n ** 19n])).toBe(557_227_237_267_357_629n)
    expect(getAmountIn(10n, [10n, 10n])).toBeUndefined()
  })

  test('what an exact output costs brings it, and a unit less does not', () =>
    fc.assert(
      fc.property(reserves, amount, (held, out) => {
        const cost = getAmountIn(out, held)
        expect(cost === undefined).toBe(out >= held[1])
        if (cost === undefined) return
        expect(getAmountOut(cost, held)).toBeGreaterThanOrEqual(out)
        // The router adds one to what it rounds down.
        expect(getAmountOut(cost - 1n, held)).toBeLessThanOrEqual(out)
      }),
    ))

  test('no trade lets the product of the reserves fall', () =>
    fc.assert(
      fc.property(reserves, amount, ([a, b], paid) => {
        const out = getAmountOut(paid, [a, b])
        expect((a + paid) * (b - out)).toBeGreaterThanOrEqual(a * b)
      }),
    ))

  test('impact: a trade as large as the reserve loses about half, its fee apart', () => {
    const held = [10n ** 24n, 10n ** 24n] as const
    const out = getAmountOut(10n ** 24n, held)
    expect(computePriceImpactBps(10n ** 24n, out, [held])).toBeGreaterThan(4_980)
    expect(computePriceImpactBps(10n ** 24n, out, [held])).toBeLessThan(5_010)
    expect(computePriceImpactBps(10n ** 12n, getAmountOut(10n ** 12n, held), [held])).toBeLessThan(2)
  })
})

describe('liquidity', () => {
  test('what is fitted is within both budgets, in the ratio, and fits itself', () =>
    fc.assert(
      fc.property(reserves, fc.tuple(amount, amount), (held, budget) => {
        const fitted = fitToReserves(budget, held)
        expect(fitted[0]).toBeLessThanOrEqual(budget[0])
        expect(fitted[1]).toBeLessThanOrEqual(budget[1])
        expect(fitted[1]).toBe(quoteAtReserves(fitted[0], held))
        expect(fitToReserves(fitted, held)).toEqual(fitted)
      }),
    ))

  test('what was added gives back no more than went in', () =>
    fc.assert(
      fc.property(
        reserves,
        fc.tuple(amount, amount),
        fc.bigInt(10n ** 6n, 2n ** 112n),
        (held, budget, supply) => {
          const added = fitToReserves(budget, held)
          const liquidity = liquidityOf(added, held, supply)
          const after = [held[0] + added[0], held[1] + added[1]] as const
          const back = amountsOf(liquidity, after, supply + liquidity)
          expect(back[0]).toBeLessThanOrEqual(added[0])
          expect(back[1]).toBeLessThanOrEqual(added[1])
        },
      ),
    ))

  test('a sixth of the growth is minted to the protocol, and nothing while it takes none', () => {
    const grown = { total: 10n ** 18n, kLast: 10n ** 36n, isFeeOn: true }
    const held = [11n * 10n ** 17n, 11n * 10n ** 17n] as const
    expect(supplyWithFee(held, grown)).toBe(10n ** 18n + 10n ** 18n / 65n)
    expect(supplyWithFee(held, { ...grown, isFeeOn: false })).toBe(10n ** 18n)
    expect(supplyWithFee(held, { ...grown, kLast: 0n })).toBe(10n ** 18n)
    expect(supplyWithFee([10n ** 18n, 10n ** 18n], grown)).toBe(10n ** 18n)
  })
})
