import { expect, test } from 'vitest'
import { ATTACKERS, type CageRules, computeMaxLoss } from './max-loss.ts'

const USDC = 1_000_000n
const usdc = (whole: number) => BigInt(whole * 100) * (USDC / 100n)

const CAGE: CageRules = {
  maxDrawdownBps: 1_000,
  maxLossBps: 100,
  maxStaleExitLossBps: 2_000,
  windowSpendCapUsdc: usdc(100_000),
  windowLossCapUsdc: usdc(5_000),
  hotLaneUsdc: usdc(5_000),
  lossyPlaces: [],
  debtPlaces: [],
  minHealth: 11n * 10n ** 17n,
  recipients: ['one'],
}
const LIMITS = { perTransactionUsdc: usdc(20_000), perDayUsdc: usdc(100_000), hotLaneUsdc: usdc(5_000) }

/** The bounds of a day and of an action in whole USDC, with 500 actions of a cent each. */
function boundsOf(changes: Partial<CageRules> = {}, limits = LIMITS) {
  const policy = { limits, rateLimit: { maxCalls: 60, windowSeconds: 60 } }
  const bounds = computeMaxLoss(
    policy,
    { ...CAGE, ...changes },
    {
      capitalUsdc: usdc(255_000),
      operatorActions: 500n,
    },
  )
  const pick = (name: 'perDayUsdc' | 'perActionUsdc' | 'untilStopUsdc') =>
    Object.fromEntries(ATTACKERS.map((by) => [by, Number(bounds[by][name]) / 1e6]))
  return { day: pick('perDayUsdc'), action: pick('perActionUsdc'), stop: pick('untilStopUsdc') }
}

test('I1 I30 I58: each bound is what its honest parties leave of the policies', () => {
  const { day, action, stop } = boundsOf()
  expect(day).toEqual({
    // 5,000 paid out of the hot lane, 1 % of the 100,000 that the guardian signs for after a halt, and of 5,000 that were
    // pledged the day before.
    operator: 6_055,
    // 100,000 paid by the window of spend, and 1 % of what is left of hot lane and guardian, and of 5,000.
    agent: 100_105,
    host: 100_105,
    // 100,000, and 1 % of the capital, of two windows and of what was pledged in another.
    cage: 105_555,
  })
  expect(action).toEqual({ operator: 5_000.01, agent: 20_000.01, host: 20_000.01, cage: 104_550.01 })
  // What recipients are paid is no drawdown.
  expect(new Set(Object.values(stop))).toEqual(new Set([255_000]))
})

test('I1 I58: the sale of a halt is as large as the guardian signs for', () => {
  const { day } = boundsOf({ hotLaneUsdc: 0n }, { ...LIMITS, perDayUsdc: usdc(1_000) })
  expect(day).toMatchObject({ operator: 15, agent: 1_005, host: 1_005 })
})

test('I30: without recipients nothing is lost but by trading', () => {
  expect(boundsOf({ recipients: [] }).day).toEqual({
    operator: 1_105,
    agent: 1_105,
    host: 1_105,
    // 1 % of three windows and of the capital; or the window of losses, and 1 % of what is sold.
    cage: 5_555,
  })
  expect(boundsOf({ recipients: [], windowLossCapUsdc: usdc(100) }).day).toMatchObject({ cage: 3_755 })
})

test('I8 I34: what exits lose without a fresh feed is rounded up', () => {
  const policy = { limits: LIMITS, rateLimit: { maxCalls: 60, windowSeconds: 60 } }
  const staleOf = (capitalUsdc: bigint, maxStaleExitLossBps: number) =>
    computeMaxLoss(policy, { ...CAGE, maxStaleExitLossBps }, { capitalUsdc, operatorActions: 500n })
      .staleFeedsUsdc
  // 2·S / (1 + S) of it: a third at 20 %, and nothing where none may be lost.
  expect(staleOf(usdc(255_000), 2_000)).toBe(usdc(85_000))
  expect(staleOf(3n, 2_000)).toBe(1n)
  expect(staleOf(4n, 2_000)).toBe(2n)
  expect(staleOf(1n, 1)).toBe(1n)
  expect(staleOf(usdc(255_000), 0)).toBe(0n)
})

test('I34: positions are ended at a loss without anything leaving', () => {
  expect(boundsOf({ lossyPlaces: ['one'] }).day).toMatchObject({ operator: 9_605 })
})

test('I30: what is owed is sold like what was paid in', () => {
  const debt = { debtPlaces: ['one'] }
  // 1 % of ten times the capital on top, where nothing else bounds what leaves.
  expect(boundsOf(debt).day).toEqual({ operator: 6_055, agent: 100_105, host: 100_105, cage: 131_055 })
  const alone = { ...debt, recipients: [] }
  // 10 %, and 1 % of the rest and of all that is owed.
  expect(boundsOf(alone).stop).toMatchObject({ cage: 25_500 + 2_295 + 25_500 + 5 })
  // A loan-to-value of a half; and no least health.
  expect(boundsOf({ ...alone, minHealth: 2n * 10n ** 18n }).day).toMatchObject({ cage: 5_555 + 2_550 })
  expect(boundsOf({ ...alone, minHealth: 10n ** 18n }).day).toMatchObject({ cage: 255_000 })
})

test('I1: what a node holds back meets the next day', () => {
  const { day } = boundsOf({ hotLaneUsdc: usdc(50_000) }, { ...LIMITS, perDayUsdc: usdc(3_000) })
  // Twice 3,000, pledges among them, and 1 % of the rest of 53,000; the host pledged up to the hot lane the day before.
  expect(day).toMatchObject({ agent: 6_475, host: 53_005 + 500 })
})
