import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planBuying, planSelling, type RoundTerms, type Standing, toRepayment } from './leverage.ts'
import { toCollateralValue } from './maths.ts'

const WETH = 10n ** 18n
/** 3 000 base units of 6 decimals for one of 18. */
const PRICE = 3_000n * 10n ** 24n
const TERMS: RoundTerms = { price: PRICE, maxLtvBps: 8_100, slippageBps: 50 }

const ltvBps = ({ collateral, debt }: Standing) =>
  Number((debt * 10_000n) / (toCollateralValue(collateral, PRICE) || 1n))
/** What collateral may cost and has to bring by the slippage of half a percent, rounded for the account. */
const atMost = (collateral: bigint) => (collateral * 3_000n * 10_050n + 10n ** 16n - 1n) / 10n ** 16n
const atLeast = (collateral: bigint) => (toCollateralValue(collateral, PRICE) * 9_950n + 9_999n) / 10_000n

test('default: two times takes two rounds, and ends with twice the collateral', () => {
  const rounds = planBuying({ collateral: WETH, debt: 0n }, WETH, TERMS)
  expect(rounds).toHaveLength(2)
  expect(rounds.reduce((sum, { bought }) => sum + bought, 0n)).toBe(WETH)
})

test('behavior: no round borrows more than the LTV allows, nor less than its collateral costs', () => {
  const own = fc.bigInt({ min: 10n ** 15n, max: 10n ** 22n })
  const leverageBps = fc.bigInt({ min: 10_001n, max: 30_000n })
  fc.assert(
    fc.property(own, leverageBps, (collateral, leverage) => {
      const extra = (collateral * leverage) / 10_000n - collateral
      let standing: Standing = { collateral, debt: 0n }
      for (const { borrowed, bought } of planBuying(standing, extra, TERMS)) {
        const debt = standing.debt + borrowed
        expect(ltvBps({ ...standing, debt })).toBeLessThanOrEqual(TERMS.maxLtvBps)
        expect(borrowed).toBe(atMost(bought))
        standing = { collateral: standing.collateral + bought, debt }
      }
      expect(standing.collateral).toBe(collateral + extra)
    }),
  )
})

test('behavior: no round takes out collateral that the debt needs, and all together repay what was asked', () => {
  const debt = fc.bigInt({ min: 1_000n, max: 2_300n })
  const share = fc.bigInt({ min: 1n, max: 100n })
  fc.assert(
    fc.property(debt, share, (owed, percent) => {
      const start: Standing = { collateral: WETH, debt: owed * 10n ** 6n }
      const wanted = (start.debt * percent) / 100n
      let standing = start
      let repaid = 0n
      for (const { sold, repaid: paid } of planSelling(start, wanted, TERMS, '/')) {
        standing = { ...standing, collateral: standing.collateral - sold }
        expect(ltvBps(standing)).toBeLessThanOrEqual(TERMS.maxLtvBps)
        expect(paid <= atLeast(sold) && paid >= atLeast(sold) - 1_000_000n).toBe(true)
        repaid += paid
        standing = { ...standing, debt: standing.debt - paid }
      }
      expect(repaid).toBe(wanted)
    }),
  )
})

test('behavior: what is repaid brings the LTV to its target, whatever selling costs', () => {
  const target = fc.integer({ min: 0, max: 6_000 })
  fc.assert(
    fc.property(target, (targetLtvBps) => {
      const start: Standing = { collateral: WETH, debt: 2_000n * 10n ** 6n }
      const wanted = toRepayment(start, targetLtvBps, TERMS)
      const rounds = planSelling(start, wanted, TERMS, '/')
      const sold = rounds.reduce((sum, round) => sum + round.sold, 0n)
      const after = { collateral: start.collateral - sold, debt: start.debt - wanted }
      expect(ltvBps(after)).toBeGreaterThanOrEqual(targetLtvBps - 1)
      expect(ltvBps(after)).toBeLessThanOrEqual(targetLtvBps + 1)
    }),
  )
  expect(toRepayment({ collateral: WETH, debt: 1n }, 1, TERMS)).toBe(0n)
})

test('error: INVALID_PARAMS where more rounds are needed than one transaction has room for', () => {
  const refused = { code: 'INVALID_PARAMS' }
  const start: Standing = { collateral: WETH, debt: 0n }
  expect(() => planBuying(start, 9n * WETH, TERMS)).toThrow(expect.objectContaining(refused))
  // The LTV alone would allow it, in ten rounds.
  expect(() => planBuying(start, (38n * WETH) / 10n, TERMS)).toThrow(expect.objectContaining(refused))
  const full: Standing = { collateral: WETH, debt: 2_430n * 10n ** 6n }
  expect(() => planSelling(full, full.debt, TERMS, '/')).toThrow(expect.objectContaining(refused))
})

test('error: INVALID_PARAMS where a sale may bring nothing, or less than what the target leaves', () => {
  const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })
  const start: Standing = { collateral: WETH, debt: 2_900n * 10n ** 6n }
  const worthless = { ...TERMS, slippageBps: 10_000 }
  expect(() => planSelling(start, start.debt, worthless, '/')).toThrow(refused)
  expect(() => toRepayment(start, 5_000, worthless)).toThrow(refused)
  expect(() => toRepayment(start, 9_500, { ...TERMS, slippageBps: 500 })).toThrow(refused)
})
