import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { squareRoot } from '../../kit/concentrated-liquidity.ts'
import {
  amountsOf,
  computePriceImpactBps,
  fitToReserves,
  getAmountIn,
  getAmountOut,
  liquidityOf,
  quoteAtReserves,
  supplyWithFee,
  zapWithin,
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

describe('zaps', () => {
  const exactly = (value: bigint) => value
  const withHalfPercent = (value: bigint) => (value * 10_050n) / 10_000n

  test('cost and what goes in beside it stay within the budget, and one unit more would not', () =>
    fc.assert(
      fc.property(reserves, amount, fc.constantFrom(exactly, withHalfPercent), (held, budget, most) => {
        const spent = (bought: bigint) => {
          const cost = getAmountIn(bought, held)
          if (cost === undefined) return undefined
          return most(cost) + most(quoteAtReserves(bought, [held[1] - bought, held[0] + cost]))
        }
        const zap = zapWithin(budget, held, most)
        if (zap.bought > 0n) expect(spent(zap.bought)).toBeLessThanOrEqual(budget)
        const more = spent(zap.bought + 1n)
        if (more !== undefined) expect(more).toBeGreaterThan(budget)
      }),
    ))

  test('the pair takes all that is bought, at the reserves that the trade leaves', () =>
    fc.assert(
      fc.property(reserves, amount, (held, budget) => {
        const { bought, cost, beside, reserves: after } = zapWithin(budget, held, exactly)
        fc.pre(bought > 0n)
        expect(after).toEqual([held[0] + cost, held[1] - bought])
        expect(getAmountOut(cost, held)).toBeGreaterThanOrEqual(bought)
        expect(fitToReserves([bought, beside], [after[1], after[0]])).toEqual([bought, beside])
      }),
    ))

  test('without a margin the trade is the root of 997·s² + 1997·r·s = 1000·r·a', () => {
    const [budget, held] = [10n ** 20n, [10n ** 24n, 3n * 10n ** 24n]] as const
    const { cost, beside } = zapWithin(budget, held, exactly)
    const linear = 1_997n * held[0]
    const root = (squareRoot(linear * linear + 4n * 997n * 1_000n * held[0] * budget) - linear) / (2n * 997n)
    expect(cost - root).toBeGreaterThan(-10n)
    expect(cost - root).toBeLessThan(10n)
    expect(budget - cost - beside).toBeLessThan(10n)
  })

  test('too little for both sides buys nothing', () => {
    expect(zapWithin(1n, [10n ** 18n, 10n ** 9n], exactly)).toMatchObject({
      bought: 0n,
      cost: 0n,
      beside: 0n,
    })
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
