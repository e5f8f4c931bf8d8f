import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBinary } from '../../chain/binaries.ts'
import { createRunDirectory } from '../../chain/process-ledger.ts'
import { type Act, type Deed, type DrawnCase, type DrawnLimits, drawnCase, type Wait } from './draw-acts.ts'
import type { KnownCage } from './known-cage.ts'
import { playCase } from './play.ts'
import type { Stand } from './stand.ts'
import { type StartedStand, startStand } from './start-stand.ts'

const CASES = 40
const MOST_ACTS = 64

let started: StartedStand
let stand: Stand
const stateDir = mkdtempSync(join(tmpdir(), 'assay-stand-'))
beforeAll(async () => {
  const { path: directory } = createRunDirectory(stateDir)
  started = await startStand({ binary: findBinary('anvil'), directory, name: 'stand' })
  stand = started.stand
})
afterAll(async () => {
  await started?.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

const LIMITS: DrawnLimits = {
  maxDrawdownBps: 1_000,
  maxLossBps: 100,
  intervalSeconds: 600,
  windowSpend: 60_000,
  windowLoss: 2_000,
  hotLane: 20_000,
  wethCap: 50_000,
  wbtcCap: 30_000,
}

const act = (deed: Deed, wait: Wait = { seconds: 700 }): Act => ({ wait, deed })
const buy = (change: Partial<Extract<Deed, { do: 'trade' }>> = {}): Deed => ({
  do: 'trade',
  pair: ['USDC', 'WETH'],
  amount: { cents: 100_000 },
  rate: { bps: 10_000 },
  isSigned: false,
  ...change,
})
const sell = (change: Partial<Extract<Deed, { do: 'trade' }>> = {}): Deed =>
  buy({ pair: ['WETH', 'USDC'], ...change })
const price = (bps: number): Deed => ({ do: 'price', asset: 'WETH', bps })
const mute = (asset: 'WETH' | 'WBTC', isMute: boolean): Deed => ({ do: 'mute', asset, isMute })
const halt: Act = act({ do: 'pause', by: 'guardian' })

const play = (acts: readonly Act[], limits: Partial<DrawnLimits> = {}) =>
  playCase({ limits: { ...LIMITS, ...limits }, acts }, stand)

/** Let fast-check look for a case in which cage and model differ. */
async function hunt(
  on: Stand,
  numRuns: number,
  playing: (drawn: DrawnCase) => Promise<unknown> = (drawn) => playCase(drawn, on),
) {
  const { failed, errorInstance, counterexample } = await fc.check(
    fc.asyncProperty(drawnCase(MOST_ACTS), async (drawn) => {
      await playing(drawn)
    }),
    { numRuns, seed: 1 },
  )
  const acts = counterexample?.[0].acts.length
  return { failed, acts, found: String(errorInstance ?? ''), counterexample }
}

test('I1 I30 I33 I34 I58: each answer of the cage, and what it then remembers, is the model’s', async () => {
  const endings: Record<string, number> = {}
  const { found, counterexample } = await hunt(stand, CASES, async (drawn) => {
    for (const [ending, count] of Object.entries((await playCase(drawn, stand)).endings)) {
      endings[ending] = (endings[ending] ?? 0) + count
    }
  })
  expect(found, JSON.stringify(counterexample)).toBe('')
  expect(endings.accepted).toBeGreaterThan(10 * CASES)
  // Each limit is met, or the draws say nothing of it.
  expect(Object.keys(endings)).toEqual(
    expect.arrayContaining([
      ...['ValueLossExceeded', 'DrawdownExceeded', 'RebalanceTooSoon', 'PositionCapExceeded'],
      ...['WindowSpendExceeded', 'WindowLossExceeded', 'GuardianRequired', 'PriceUnavailable', 'CagePaused'],
      'BalanceUnreadable',
    ]),
  )
})

describe('what the model foresees of single acts, and the cage does', () => {
  const ACCEPTED = { accepted: 1 }
  test.each<[string, readonly Act[], Readonly<Record<string, number>>, Partial<DrawnLimits>?]>([
    ['a purchase', [act(buy())], ACCEPTED],
    [
      'spend of exactly a day’s',
      [act(buy({ amount: { within: 'window', plus: 0 }, isSigned: true }))],
      ACCEPTED,
      { windowSpend: 10_000 },
    ],
    [
      'a millionth more than that',
      [act(buy({ amount: { within: 'window', plus: 1 }, isSigned: true }))],
      { WindowSpendExceeded: 1 },
      { windowSpend: 10_000 },
    ],
    ['exactly the hot lane', [act(buy({ amount: { within: 'lane', plus: 0 } }))], ACCEPTED],
    [
      'a millionth more than the hot lane',
      [act(buy({ amount: { within: 'lane', plus: 1 } }))],
      { GuardianRequired: 1 },
    ],
    [
      'a signature frees the hot lane',
      [act(buy({ amount: { cents: 3_000_000 }, isSigned: true }))],
      ACCEPTED,
    ],
    ['exactly the cap', [act(buy({ amount: { within: 'cap', plus: 0 }, isSigned: true }))], ACCEPTED],
    [
      'a millionth more than the cap',
      [act(buy({ amount: { within: 'cap', plus: 1 }, isSigned: true }))],
      { PositionCapExceeded: 1 },
    ],
    ['all the loss that is tolerated', [act(sell({ rate: { within: 'loss', plus: 0 } }))], ACCEPTED],
    ['a millionth more of it', [act(sell({ rate: { within: 'loss', plus: -1 } }))], { ValueLossExceeded: 1 }],
    [
      'risk as soon as the interval is over',
      [act(buy()), act(buy(), { until: 'interval', plus: 0 })],
      { accepted: 2 },
    ],
    [
      'risk a second before',
      [act(buy()), act(buy(), { until: 'interval', plus: -1 })],
      { accepted: 1, RebalanceTooSoon: 1 },
    ],
    [
      'a breach stops risk',
      [act(price(5_000)), act(buy())],
      { accepted: 1, DrawdownExceeded: 1 },
      { maxDrawdownBps: 200 },
    ],
    ['and no exit', [act(price(5_000)), act(sell())], { accepted: 2 }, { maxDrawdownBps: 200 }],
    ['a halt stops risk', [halt, act(buy())], { accepted: 1, CagePaused: 1 }],
    ['and no exit either', [halt, act(sell())], { accepted: 2 }],
    [
      'a revocation passes a halt, an allowance does not',
      [halt, act({ do: 'allow', asset: 'USDC', units: 0 }), act({ do: 'allow', asset: 'USDC', units: 1 })],
      { accepted: 2, CagePaused: 1 },
    ],
    ['an ended halt', [halt, act({ do: 'resume', isEarly: false }), act(buy())], { accepted: 4 }],
    [
      'an old price stops risk',
      [
        act({ do: 'break-feed', asset: 'WETH', answer: 'same', ageSeconds: 0 }),
        act(buy(), { until: 'staleness', plus: 1 }),
      ],
      { accepted: 1, PriceUnavailable: 1 },
    ],
    [
      'a price of exactly its staleness does not',
      [
        act({ do: 'break-feed', asset: 'WETH', answer: 'same', ageSeconds: 0 }),
        act(buy(), { until: 'staleness', plus: 0 }),
      ],
      { accepted: 2 },
    ],
    [
      'while what is held gives no balance only exits pass',
      [
        act(mute('WBTC', true)),
        act(buy()),
        act(sell()),
        act({ do: 'allow', asset: 'USDC', units: 1 }),
        act({ do: 'allow', asset: 'USDC', units: 0 }),
        act(mute('WBTC', false)),
        act(buy()),
      ],
      { accepted: 5, BalanceUnreadable: 2 },
    ],
    [
      'and exits count all of it',
      [act(mute('WETH', true)), act(sell({ pair: ['WBTC', 'USDC'] }))],
      { accepted: 1, GuardianRequired: 1 },
      { hotLane: 9_000 },
    ],
    [
      'an hour counts for a day and no longer',
      [
        act(buy({ amount: { within: 'window', plus: 0 }, isSigned: true })),
        act(buy({ isSigned: true }), { until: 'lapse', plus: -1 }),
        act(buy({ isSigned: true }), { seconds: 1 }),
      ],
      { accepted: 2, WindowSpendExceeded: 1 },
      { windowSpend: 10_000 },
    ],
    [
      'a gift that is taken back',
      [act({ do: 'gift', asset: 'WETH', cents: 1_000_000, returns: true })],
      { accepted: 2 },
    ],
    ['a payment', [act({ do: 'pay', asset: 'USDC', amount: { cents: 500_000 }, isSigned: false })], ACCEPTED],
    [
      'a payment of everything leaves the price behind at which shares begin anew',
      [
        act({ do: 'price', asset: 'USDC', bps: 11_500 }),
        act({ do: 'withdraw', asset: 'WETH', bps: 10_000 }),
        act({ do: 'withdraw', asset: 'WBTC', bps: 10_000 }),
        act({ do: 'pay', asset: 'USDC', amount: { bps: 10_000 }, isSigned: true }),
        act({ do: 'deposit', asset: 'USDC', cents: 100 }),
      ],
      { accepted: 5 },
      { windowSpend: 1_000_000 },
    ],
    ['more than there is', [act(buy({ amount: { bps: 10_050 } }))], { CallFailed: 1 }],
    ['a permit twice', [act(buy()), act(buy({ flaw: 'used' }))], { accepted: 1, PermitAlreadyUsed: 1 }],
    ['another key', [act(buy({ flaw: 'forged' }))], { GuardianSignatureInvalid: 1 }],
  ])('behavior: %s', async (_, acts, endings, limits) => {
    const found = await play(acts, limits).then((played) => played.endings, String)
    expect(found).toEqual(endings)
  })
})

test('behavior: the mark rises once seven looks agree, and not before', async () => {
  const look = act({ do: 'look' }, { until: 'sample', plus: 0 })
  const markAfter = async (looks: number) => {
    const acts = [act(price(11_500)), ...Array.from({ length: looks }, () => look)]
    return (await play(acts)).known.state.mark
  }
  const { mark } = stand.known.state
  expect(await markAfter(6)).toBe(mark)
  expect(await markAfter(7)).toBeGreaterThan(mark)
})

test.each<[string, (known: KnownCage) => KnownCage, string]>([
  [
    'another mark',
    (known) => ({ ...known, state: { ...known.state, mark: known.state.mark + 1n } }),
    'cage-alone.mark: expected act 1',
  ],
  [
    'WBTC among the numeraires',
    (known) => {
      const assets = known.rules.assets.map((asset) => ({ ...asset, isBase: asset.token !== 'WETH' }))
      return { ...known, rules: { ...known.rules, assets } }
    },
    'cage-alone.ending: expected act 2 (trade): CagePaused',
  ],
  [
    'a risk that never was',
    (known) => {
      const lastRebalanceAt = { least: known.nowSeconds, most: known.nowSeconds }
      return { ...known, state: { ...known.state, lastRebalanceAt } }
    },
    'cage-alone.lastRebalance: expected act 1',
  ],
  [
    'spend of an hour ago',
    (known) => {
      const hours = new Map([[Math.floor(known.nowSeconds / 3_600), { spent: 1n, lost: 0n }]])
      return { ...known, state: { ...known.state, hours } }
    },
    'cage-alone.spent: expected act 1',
  ],
])('behavior: a model with %s is found to be wrong, by few acts', async (_, change, found) => {
  const hunted = await hunt({ ...stand, known: change(stand.known) }, CASES)
  expect(hunted.failed).toBe(true)
  expect(hunted.acts).toBeLessThanOrEqual(3)
  expect(hunted.found).toContain(found)
})
