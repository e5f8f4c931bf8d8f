import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withInterest } from './acts.ts'
import { liquidateMost, liquidateUpTo } from './liquidation.ts'
import {
  accrue,
  type Totals,
  toApyBps,
  toCollateralValue,
  toDebt,
  toIncentive,
  toLiquidationPrice,
  toLtvBps,
  toMostDebt,
  toPaidApyBps,
  toSupplyAssets,
  WAD,
} from './maths.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
const totals: fc.Arbitrary<Totals> = fc
  .record({ supplyAssets: amount, used: fc.bigInt({ min: 0n, max: WAD }) })
  .map(({ supplyAssets, used }) => ({
    supplyAssets,
    supplyShares: supplyAssets * 1_000_000n,
    borrowAssets: (supplyAssets * used) / WAD,
    borrowShares: ((supplyAssets * used) / WAD) * 1_000_000n,
  }))
const LLTV = (WAD * 86n) / 100n
const PRICE = 3_000n * 10n ** 24n

test('behavior: interest takes from borrowers what it gives lenders and the fee, and never shrinks anything', () => {
  const rateWad = fc.bigInt({ min: 0n, max: 10n ** 11n })
  const seconds = fc.bigInt({ min: 0n, max: 31_536_000n })
  const feeWad = fc.bigInt({ min: 0n, max: WAD / 4n })
  fc.assert(
    fc.property(totals, rateWad, seconds, feeWad, (before, rate, elapsed, fee) => {
      const after = accrue(before, { rateWad: rate, seconds: elapsed, feeWad: fee })
      const interest = after.borrowAssets - before.borrowAssets
      expect(after.supplyAssets - before.supplyAssets).toBe(interest)
      expect(interest >= 0n).toBe(true)
      expect(after.borrowShares).toBe(before.borrowShares)
      expect(
        toSupplyAssets(after, before.supplyShares) + 1n >= toSupplyAssets(before, before.supplyShares),
      ).toBe(true)
    }),
  )
})

test('behavior: a debt is rounded up and what is lent down', () => {
  const market = { supplyAssets: 10n, supplyShares: 9_999_999n, borrowAssets: 10n, borrowShares: 9_999_999n }
  expect(toDebt(market, 1n)).toBe(1n)
  expect(toSupplyAssets(market, 1n)).toBe(0n)
})

test('behavior: what is earned a year is rounded down, what is paid for it up', () => {
  const aFourPercentSecond = WAD / 25n / 31_536_000n
  expect([toApyBps(aFourPercentSecond), toPaidApyBps(aFourPercentSecond)]).toEqual([408, 409])
  expect([toApyBps(0n), toPaidApyBps(0n)]).toEqual([0, 0])
})

test('behavior: a position at its liquidation price is at its liquidation LTV', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 6n, max: 10n ** 15n }),
      fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n }),
      (debt, collateral) => {
        const price = toLiquidationPrice(debt, collateral, LLTV) as bigint
        expect(toMostDebt(collateral, price, LLTV) + 1n >= debt).toBe(true)
        expect(toMostDebt(collateral, (price * 99n) / 100n, LLTV) < debt).toBe(true)
      },
    ),
  )
  expect(toLiquidationPrice(0n, 1n, LLTV)).toBeNull()
  expect(toLtvBps(1n, 0n)).toBeNull()
  expect(toLtvBps(0n, 0n)).toBe(0)
  expect(toCollateralValue(10n ** 18n, PRICE)).toBe(3_000_000_000n)
})

test('behavior: a liquidation never takes more collateral than there is, nor pays for more than the debt', () => {
  expect(toIncentive(LLTV)).toBe(1_043_841_336_116_910_229n)
  expect(toIncentive(0n)).toBe((WAD * 115n) / 100n)
  const market = {
    supplyAssets: 10n ** 13n,
    supplyShares: 10n ** 19n,
    borrowAssets: 10n ** 13n,
    borrowShares: 10n ** 19n,
  }
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 19n }),
      fc.bigInt({ min: 1n, max: 10n ** 22n }),
      (borrowShares, collateral) => {
        const done = liquidateMost(market, { borrowShares, collateral }, PRICE, LLTV)
        expect(done.seized <= collateral).toBe(true)
        expect(done.repaid <= toDebt(market, borrowShares)).toBe(true)
        expect(done.repaidShares === 0n).toBe(done.seizedAssets !== 0n)
      },
    ),
  )
})

test('behavior: a liquidation repays no more than the most that is given, the interest until then included', () => {
  const market = {
    supplyAssets: 10n ** 13n,
    supplyShares: 10n ** 19n,
    borrowAssets: 10n ** 13n,
    borrowShares: 10n ** 19n,
  }
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 7n, max: 10n ** 19n }),
      fc.bigInt({ min: 1n, max: 10n ** 22n }),
      fc.bigInt({ min: 2n, max: 10n ** 13n }),
      (borrowShares, collateral, most) => {
        const terms = { most, price: PRICE, lltvWad: LLTV }
        const { repaid } = liquidateUpTo(market, { borrowShares, collateral }, terms)
        expect(withInterest(repaid) <= most).toBe(true)
      },
    ),
  )
})
