import { describe, expect, test } from 'vitest'
import {
  ACTION_CLASSES,
  allowedClasses,
  allowsRiskTier,
  PHASES,
} from '../../../tools/safety/policy/phases.ts'
import { exactly, isAbove, sum } from '../../vocabulary/interval.ts'
import { bookUnguarded } from './cage/cage-ledger.ts'
import { type CageRules, type CageState, NOTHING_REMEMBERED } from './cage/cage-rules.ts'
import { judgeCage } from './cage/judge-cage.ts'
import { isWithin } from './moment.ts'
import { currentPhase, observePhase, phaseAllows, phaseAllowsTopRisk } from './phase-model.ts'
import { type FeedFact, judgePrices, valueUp } from './price-model.ts'
import { serves } from './profile-model.ts'
import { createChecks, deny } from './verdict.ts'
import { phaseOf, vitalityOf } from './vitality-model.ts'

const at = (seconds: number) => ({ wallMs: seconds * 1_000, chainSeconds: seconds })

describe('phases', () => {
  test.each([...PHASES, undefined])('I26 I28: the code allows in phase %s what the model allows', (phase) => {
    const expected = ACTION_CLASSES.filter((actionClass) => phaseAllows(phase, actionClass))
    expect(ACTION_CLASSES.filter((actionClass) => allowedClasses(phase).includes(actionClass))).toEqual(
      expected,
    )
    expect(allowsRiskTier(phase, 'layer3')).toBe(phaseAllowsTopRisk(phase))
  })

  test('I29: worse at once, better after the dwell on both clocks, terminal for ever', () => {
    const start = { phase: 'thriving', epoch: 1, isKnown: true } as const
    const worse = observePhase(start, 'survival', at(0), 60)
    expect(worse).toMatchObject({ phase: 'survival', epoch: 2 })
    const waiting = observePhase(worse, 'cautious', at(10), 60)
    expect(waiting.phase).toBe('survival')
    expect(observePhase(waiting, 'cautious', at(69), 60).phase).toBe('survival')
    expect(observePhase(waiting, 'cautious', { wallMs: 999_000, chainSeconds: 69 }, 60).phase).toBe(
      'survival',
    )
    expect(observePhase(waiting, 'cautious', at(70), 60)).toMatchObject({ phase: 'cautious', epoch: 3 })
    expect(observePhase(waiting, 'thriving', at(70), 60).phase).toBe('survival')
    const unknown = observePhase(waiting, undefined, at(70), 60)
    expect(currentPhase(unknown)).toBeUndefined()
    expect(observePhase(unknown, 'cautious', at(70), 60).phase).toBe('survival')
    const terminal = observePhase(start, 'terminal', at(0), 60)
    expect(observePhase(terminal, 'thriving', at(1e6), 60).phase).toBe('terminal')
  })

  test('vitality names the phase by its thresholds', () => {
    const thresholds = {
      thrivingFromBps: 7_000,
      cautiousFromBps: 5_000,
      defensiveFromBps: 3_000,
      survivalFromBps: 1,
      gasReserveWei: 100n,
    }
    const found = [10_000, 7_000, 6_999, 5_000, 4_999, 3_000, 2_999, 1, 0, -1].map((bps) =>
      phaseOf(bps, thresholds),
    )
    expect(found.join(' ')).toBe(
      'thriving thriving cautious cautious defensive defensive survival survival terminal ',
    )
    expect(vitalityOf({ drawdownBps: 250, maxDrawdownBps: 1_000, gasBalanceWei: 100n }, thresholds)).toBe(
      7_500,
    )
    expect(vitalityOf({ drawdownBps: 0, maxDrawdownBps: 1_000, gasBalanceWei: 33n }, thresholds)).toBe(3_300)
    expect(vitalityOf({ drawdownBps: 1_000, maxDrawdownBps: 1_000, gasBalanceWei: 100n }, thresholds)).toBe(0)
  })
})

describe('windows and limits', () => {
  test('I1 I38: a window is (t − w, t], and lapses only by both clocks', () => {
    expect(isWithin(at(100), at(159), 60)).toBe(true)
    expect(isWithin(at(100), at(160), 60)).toBe(false)
    expect(isWithin(at(100), { wallMs: 160_000, chainSeconds: 159 }, 60)).toBe(true)
    expect(isWithin(at(100), { wallMs: 159_999, chainSeconds: 160 }, 60)).toBe(true)
  })

  test('I1: equality is allowed, and what is not known is neither above nor below', () => {
    expect(isAbove(exactly(100n), 100n)).toBe(false)
    expect(isAbove(exactly(101n), 100n)).toBe(true)
    expect(isAbove(sum([exactly(90n), { least: 5n, most: 20n }]), 100n)).toBeUndefined()
  })

  test('I36: the first check that fails decides, one that may fail leaves the way open', () => {
    const checks = createChecks()
    checks.check(false, deny('halt', 'HALTED'))
    checks.check(undefined, deny('taint', 'UNTRUSTED_CHOICE'))
    checks.check(true, deny('phase', 'PHASE_UNKNOWN'))
    checks.check(true, deny('rate-limiter', 'RATE_LIMITED'))
    expect(checks.verdicts()).toEqual([deny('taint', 'UNTRUSTED_CHOICE'), deny('phase', 'PHASE_UNKNOWN')])
  })
})

describe('prices', () => {
  const feed = (answer: bigint, updatedAtSeconds = 100): FeedFact => ({
    answer,
    decimals: 8,
    updatedAtSeconds,
    maxStalenessSeconds: 50,
  })
  const codeOf = (primary: FeedFact | undefined, secondary: FeedFact | undefined, now = 150) =>
    judgePrices({ primary, secondary }, now, 200).problem?.code ?? 'sound'

  test('I10: missing, zero, stale and diverging', () => {
    expect(codeOf(feed(100n), feed(100n))).toBe('sound')
    expect(codeOf(feed(100n), feed(100n), 151)).toBe('PRICE_STALE')
    expect(codeOf(feed(100n), undefined)).toBe('PRICE_MISSING')
    expect(codeOf(feed(0n), feed(100n))).toBe('PRICE_MISSING')
    expect(codeOf(feed(100n, 151), feed(100n))).toBe('PRICE_MISSING')
    expect(codeOf(feed(10_000n), feed(10_200n))).toBe('sound')
    expect(codeOf(feed(10_000n), feed(10_201n))).toBe('PRICE_DIVERGED')
  })

  test('I8: value is rounded up', () => {
    expect(valueUp(1n, 3_000n * 10n ** 18n, 18)).toBe(1n)
    expect(valueUp(10n ** 18n, 3_000n * 10n ** 18n, 18)).toBe(3_000_000_000n)
    expect(valueUp(10n ** 18n + 1n, 3_000n * 10n ** 18n, 18)).toBe(3_000_000_001n)
  })
})

describe('cage', () => {
  const rules: CageRules = {
    assets: [
      { token: 'USDC', decimals: 6, isBase: true, capUsdc: 2n ** 256n },
      { token: 'WETH', decimals: 18, isBase: false, capUsdc: 6_000_000_000n },
    ],
    maxDrawdownBps: 1_000n,
    maxLossBps: 100n,
    maxStaleExitLossBps: 2_000n,
    minRebalanceIntervalSeconds: 60,
    windowSpendCapUsdc: 5_000_000_000n,
    windowLossCapUsdc: 20_000_000n,
    hotLaneUsdc: 2_000_000_000n,
  }
  const ether = 10n ** 18n
  const wallet = new Map([
    ['USDC', 10_000_000_000n],
    ['WETH', ether],
  ])
  const state: CageState = {
    totalShares: 13_000n * ether,
    counted: wallet,
    mark: ether,
    ...NOTHING_REMEMBERED,
  }
  const price = (answer: bigint, updatedAtSeconds = 10_000): FeedFact => ({
    answer: answer * 10n ** 8n,
    decimals: 8,
    updatedAtSeconds,
    maxStalenessSeconds: 3_600,
  })
  const judge = (
    moved: { out?: [string, bigint]; in?: [string, bigint]; paid?: [string, bigint] },
    from: CageState = state,
    { now = 10_000, weth = price(3_000n) } = {},
  ) =>
    judgeCage(
      rules,
      from,
      {
        out: new Map(moved.out ? [moved.out] : []),
        in: new Map(moved.in ? [moved.in] : []),
        paid: new Map(moved.paid ? [moved.paid] : []),
        onlyRevokes: false,
      },
      {
        nowSeconds: now,
        wallet,
        prices: new Map([
          ['USDC', price(1n, now)],
          ['WETH', weth],
        ]),
      },
    )
  const fresh = (now: number) =>
    new Map([
      ['USDC', price(1n, now)],
      ['WETH', price(3_000n, now)],
    ])
  const sold = {
    out: new Map([['WETH', ether / 2n]]),
    in: new Map([['USDC', 1_500_000_000n]]),
    paid: new Map(),
    onlyRevokes: false,
  }
  const codes = (judged: ReturnType<typeof judge>) =>
    judged.verdicts.map((verdict) => (typeof verdict === 'string' ? verdict : verdict.code)).join()
  const buy = (usdc: bigint, weth: bigint) => ({ out: ['USDC', usdc], in: ['WETH', weth] }) as const
  const pay = (usdc: bigint) => ({ out: ['USDC', usdc], paid: ['USDC', usdc] }) as const
  const mutable = (moved: {
    out?: readonly [string, bigint]
    in?: readonly [string, bigint]
    paid?: readonly [string, bigint]
  }) => moved as Parameters<typeof judge>[0]

  test('I30: loss, cap, window and interval, each at its boundary', () => {
    expect(codes(judge(mutable(buy(3_000_000_000n, ether))))).toBe('allowed')
    expect(codes(judge(mutable(buy(3_000_000_000n, ether + 1n))))).toBe('CAGE_POSITION_CAP')
    // One per cent of what leaves, and a cent.
    expect(codes(judge(mutable(buy(1_000_000_000n, 329_996_666_666_666_667n))))).toBe('allowed')
    expect(codes(judge(mutable(buy(1_000_000_000n, 329_996_666_000_000_000n))))).toBe('CAGE_VALUE_LOSS')
    const spent = judge(mutable(pay(1_000_000_000n))).next
    // What a recipient is paid burns its shares: no drawdown, but spend.
    expect(spent.totalShares).toBe(12_000n * ether)
    expect(codes(judge(mutable(pay(4_000_000_000n)), spent))).toBe('allowed')
    expect(codes(judge(mutable(pay(4_000_000_001n)), spent))).toBe('CAGE_WINDOW_SPEND')
    const bought = judge(mutable(buy(300_000_000n, ether / 10n))).next
    expect(codes(judge(mutable(buy(300_000_000n, ether / 10n)), bought, { now: 10_059 }))).toBe(
      'CAGE_REBALANCE_INTERVAL',
    )
    expect(codes(judge(mutable(buy(300_000_000n, ether / 10n)), bought, { now: 10_060 }))).toBe('allowed')
  })

  test('I30: what may be risk or not leaves open when the next one may come', () => {
    const none = { out: new Map(), in: new Map(), paid: new Map(), onlyRevokes: false }
    const change = (from: CageState, liquidity: 'grows' | 'shrinks' | 'either', now: number) =>
      judgeCage(rules, from, { ...none, liquidity }, { nowSeconds: now, wallet, prices: fresh(now) })
    const intervalAfter = (liquidity: 'grows' | 'shrinks' | 'either', now: number) => {
      const { next } = change({ ...state, lastRebalanceAt: { least: 9_950, most: 9_950 } }, liquidity, 10_010)
      const { verdicts } = change(next, 'grows', now)
      return [
        verdicts.some((verdict) => typeof verdict !== 'string' && verdict.code === 'CAGE_REBALANCE_INTERVAL'),
        verdicts.includes('allowed'),
      ]
    }
    expect(intervalAfter('grows', 10_011)).toEqual([true, false])
    expect(intervalAfter('either', 10_011)).toEqual([true, true])
    expect(intervalAfter('shrinks', 10_011)).toEqual([false, true])
    expect(intervalAfter('either', 10_070)).toEqual([false, true])
  })

  test('I34: exits go through in a breach and without a fresh price', () => {
    const breached = { ...state, mark: 2n * ether, lastPrice: new Map([['WETH', 3_000n * 10n ** 8n]]) }
    const sell = { out: ['WETH', ether / 2n], in: ['USDC', 1_500_000_000n] } as const
    expect(codes(judge(mutable(buy(3_000_000n, ether / 1_000n)), breached))).toBe('CAGE_DRAWDOWN')
    expect(codes(judge(mutable(sell), breached))).toBe('allowed')
    const stale = { weth: price(3_000n, 1) }
    expect(codes(judge(mutable(sell), breached, stale))).toBe('allowed')
    expect(codes(judge(mutable(buy(3_000_000n, ether / 1_000n)), breached, stale))).toBe(
      'CAGE_PRICE_UNAVAILABLE',
    )
  })

  test('I58: what left unguarded in 24 hours counts, and nothing is netted', () => {
    const spent = judge(mutable(buy(1_500_000_000n, ether / 2n)))
    expect(spent.unguarded).toEqual({ least: 1_500_000_000n, most: 1_500_000_000n })
    const after = bookUnguarded(spent.next, spent.outflow, 10_000)
    const sell = { out: ['WETH', ether / 2n], in: ['USDC', 1_500_000_000n] } as const
    expect(judge(mutable(sell), after).unguarded.least).toBe(3_000_000_000n)
    const lastSecond = 10_000 + 86_399
    const at = (now: number) =>
      judgeCage(rules, after, sold, { nowSeconds: now, wallet, prices: fresh(now) }).unguarded.least
    expect([at(lastSecond), at(lastSecond + 1)]).toEqual([3_000_000_000n, 1_500_000_000n])
  })

  test('I30: the mark rises only to the least of seven samples', () => {
    const idle = (from: CageState, now: number, weth: bigint) =>
      judge({}, from, { now, weth: price(weth, now) }).next
    const risen = idle(state, 10_000, 4_000n)
    expect(risen.mark).toBe(ether)
    const stand = (gap: number, count: number, from = risen) =>
      Array.from({ length: count }).reduce<CageState>(
        (state, _, index) => idle(state, 10_000 + gap * (index + 1), 4_000n),
        from,
      ).mark
    expect(stand(300, 5)).toBe(ether)
    expect(stand(300, 6)).toBeGreaterThan(ether)
    expect(stand(299, 10)).toBe(ether)
    expect(stand(3_600, 6)).toBeGreaterThan(ether)
    expect(stand(3_601, 10)).toBe(ether)
    expect(stand(300, 6, idle(risen, 10_100, 3_000n))).toBe(ether)
  })
})

test('profiles serve what the table of the design lists', () => {
  const found = ['full', 'trader', 'lp', 'conservative', 'identity', 'vault', 'fees'].map((profile) =>
    ['swap', 'swap-multi-hop', 'add-liquidity', 'transfer', 'revoke-allowance']
      .map((kind) => (serves({ profile }, kind) ? 'y' : '-'))
      .join(''),
  )
  expect(found).toEqual(['yyyyy', 'yy--y', 'yyy-y', 'y-y-y', '---y-', '----y', '-----'])
})
