import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeHealth, type EMode, type Holding } from './health.ts'
import type { PlannedAccount } from './lending.ts'
import { type Loop, planBuying, planSelling, standing, toRepayment } from './leverage.ts'
import { WAD } from './rates.ts'

const WETH = 10n ** 18n
const USDC = 10n ** 6n

interface Terms {
  readonly id: number
  readonly decimals: number
  readonly price: bigint
  readonly ltvBps: number
  readonly thresholdBps: number
}
const holding = ({ id, price, ...configuration }: Terms, suppliedBaseUnits: bigint, debtBaseUnits: bigint) =>
  ({
    reserve: { id, token: { symbol: `T${id}` }, configuration: { ...configuration, eModeCategory: 0 } },
    suppliedBaseUnits,
    debtBaseUnits,
    isCollateral: true,
    priceBase: price * 10n ** 8n,
  }) as unknown as Holding

/** 3 000 US dollars a WETH, of which 80 % may be borrowed and 82.5 % owed; no category. */
function loopOf(supplied: bigint, owed: bigint, slippageBps = 50, decimals = 6): Loop {
  const collateral = holding(
    { id: 0, decimals: 18, price: 3_000n, ltvBps: 8_000, thresholdBps: 8_250 },
    supplied,
    0n,
  )
  const debt = holding({ id: 1, decimals, price: 1n, ltvBps: 0, thresholdBps: 0 }, 0n, owed)
  const account = { holdings: [collateral, debt], eModes: new Map<number, EMode>(), eModeId: 0 }
  return { account: account as unknown as PlannedAccount, collateral, debt, slippageBps }
}

const healthOf = (loop: Loop) => computeHealth(standing(loop), undefined)
const change = (loop: Loop, supplied: bigint, owed: bigint): Loop => ({
  ...loop,
  collateral: { ...loop.collateral, suppliedBaseUnits: loop.collateral.suppliedBaseUnits + supplied },
  debt: { ...loop.debt, debtBaseUnits: loop.debt.debtBaseUnits + owed },
})
/** What collateral costs in base units of USDC at the oracle's prices, rounded up. */
const costOf = (collateral: bigint) => (collateral * 3_000n * USDC + WETH - 1n) / WETH

test('default: two times takes two rounds, the first as large as loan-to-value allows', () => {
  const rounds = planBuying(loopOf(WETH, 0n), WETH)
  expect(rounds).toHaveLength(2)
  expect(rounds[0]?.borrowed).toBe(2_376n * USDC)
  expect(rounds.reduce((sum, { bought }) => sum + bought, 0n)).toBe(WETH)
})

test('I17: no round borrows more than loan-to-value allows, or other than its slippage over the price', () => {
  const own = fc.bigInt({ min: 10n ** 16n, max: 10n ** 22n })
  const leverageBps = fc.bigInt({ min: 10_100n, max: 30_000n })
  const slippage = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(own, leverageBps, slippage, (supplied, leverage, slippageBps) => {
      const extra = (supplied * leverage) / 10_000n - supplied
      let loop = loopOf(supplied, 0n, slippageBps)
      for (const { borrowed, bought } of planBuying(loop, extra)) {
        const most = costOf(bought) * BigInt(10_000 + slippageBps)
        expect(borrowed * 10_000n >= most - 10_000n * 2n).toBe(true)
        expect(borrowed * 10_000n <= most + 10_000n * 3n).toBe(true)
        const { collateralBase, debtBase } = healthOf(change(loop, 0n, borrowed))
        expect(debtBase * 10_000n <= collateralBase * 8_000n).toBe(true)
        loop = change(loop, bought, borrowed)
      }
      expect(loop.collateral.suppliedBaseUnits).toBe(supplied + extra)
    }),
  )
})

test('I69: no round takes out collateral that keeps health above one, and all together repay what was asked', () => {
  const owedUsd = fc.bigInt({ min: 1_000n, max: 2_100n })
  const percent = fc.bigInt({ min: 1n, max: 100n })
  const slippage = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(owedUsd, percent, slippage, (owed, share, slippageBps) => {
      const start = loopOf(WETH, owed * USDC, slippageBps)
      const wanted = (start.debt.debtBaseUnits * share) / 100n
      let loop = start
      let repaid = 0n
      for (const { sold, repaid: paid } of planSelling(start, wanted, '/')) {
        loop = change(loop, -sold, 0n)
        expect(healthOf(loop).healthWad > WAD).toBe(true)
        const price = (sold * 3_000n * USDC) / WETH
        const bound = (price * BigInt(10_000 - slippageBps)) / 10_000n
        expect(paid <= bound + 1n && paid >= bound - USDC).toBe(true)
        repaid += paid
        loop = change(loop, 0n, -paid)
      }
      expect(repaid).toBe(wanted)
    }),
  )
})

test('I17: debts of every number of decimals are paid off to the base unit', () => {
  const owed = fc.bigInt({ min: 1n, max: 2_000n * WETH })
  fc.assert(
    fc.property(
      owed,
      fc.constantFrom(0, 6, 8, 18),
      fc.integer({ min: 0, max: 200 }),
      (debt, decimals, bps) => {
        const loop = loopOf(WETH, debt / 10n ** BigInt(18 - decimals) + 1n, bps, decimals)
        const plan = () => planSelling(loop, loop.debt.debtBaseUnits, '/')
        expect(plan).not.toThrow()
        const repaid = plan().reduce((sum, round) => sum + round.repaid, 0n)
        expect(repaid).toBe(loop.debt.debtBaseUnits)
      },
    ),
  )
})

test('I69: what is repaid brings health to its target, whatever selling costs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_300, max: 4_000 }), fc.integer({ min: 0, max: 200 }), (target, bps) => {
      const start = loopOf(WETH, 2_000n * USDC, bps)
      const wanted = toRepayment(start, (BigInt(target) * WAD) / 1_000n)
      const sold = planSelling(start, wanted, '/').reduce((sum, round) => sum + round.sold, 0n)
      const { healthWad } = healthOf(change(start, -sold, -wanted))
      expect(Number((healthWad * 1_000n) / WAD)).toBeGreaterThanOrEqual(target - 1)
      expect(Number((healthWad * 1_000n) / WAD)).toBeLessThanOrEqual(target + 1)
    }),
  )
  expect(toRepayment(loopOf(WETH, USDC), 2n * WAD)).toBe(0n)
})

test('error: INVALID_PARAMS where more rounds are needed than one transaction has room for', () => {
  const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })
  expect(planBuying(loopOf(WETH, 0n), 2n * WETH).length).toBeLessThanOrEqual(6)
  expect(() => planBuying(loopOf(WETH, 0n), 4n * WETH)).toThrow(refused)
  const full = loopOf(WETH, 2_450n * USDC)
  expect(() => planSelling(full, full.debt.debtBaseUnits, '/')).toThrow(refused)
  expect(() => toRepayment(loopOf(WETH, 3_200n * USDC), (8n * WAD) / 10n)).toThrow(refused)
})

test('error: INVALID_PARAMS where a sale may bring nothing', () => {
  const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })
  const loop = loopOf(2n * WETH, 1_000n * USDC, 10_000)
  expect(() => planSelling(loop, loop.debt.debtBaseUnits, '/')).toThrow(refused)
  expect(() => toRepayment(loop, 9n * WAD)).toThrow(refused)
})

test('error: NO_PRICE of what is borrowed, or of what is sold', () => {
  const [open, owing] = [loopOf(WETH, 0n), loopOf(2n * WETH, 1_000n * USDC)]
  const noPrice = expect.objectContaining({ code: 'NO_PRICE' })
  expect(() => planBuying({ ...open, debt: { ...open.debt, priceBase: undefined } }, WETH)).toThrow(noPrice)
  const worthless = { ...owing, collateral: { ...owing.collateral, priceBase: undefined } }
  expect(() => planSelling(worthless, 1_000n * USDC, '/x')).toThrow(noPrice)
})
