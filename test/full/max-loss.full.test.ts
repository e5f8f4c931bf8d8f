import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackMove, playAttack } from '../../harness/attack/attack.ts'
import {
  type DrawnRules,
  drawnAttack,
  drawnRules,
  SELL_OUT,
  toAttackedWorld,
} from '../../harness/attack/draw-attack.ts'
import { createAgentHand, createOperatorHand } from '../../harness/attack/hands.ts'
import type { Environment } from '../../harness/run/environment.ts'
import { openStage } from '../../harness/run/open-stage.ts'
import { computeMaxLoss, type LossBound } from '../../tools/safety/max-loss.ts'
import { openEnvironment } from './open-environment.ts'

const SEQUENCES = Number(process.env.SEQUENCES ?? 1_000)

let environment: Environment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(() => environment.stop())

const setTimer = (delayMs: number, callback: () => void) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

interface Worst {
  stopBps: number
  dayBps: number
  moves?: readonly AttackMove[]
  rules?: DrawnRules
}

async function attack(moves: readonly AttackMove[], drawn: DrawnRules, by: 'operator' | 'agent') {
  const { setup, rules } = toAttackedWorld(drawn, environment.book)
  const stage = await openStage(environment, setup, '1', setTimer)
  try {
    const hand = by === 'operator' ? createOperatorHand(stage, environment.fork) : createAgentHand(stage)
    const outcome = await playAttack(moves, hand, stage, environment.fork)
    const bounds = computeMaxLoss(stage.session.policy, rules, {
      capitalUsdc: outcome.capitalUsdc,
      operatorActions: BigInt(outcome.tried),
    })
    const bound: LossBound = bounds[by]
    const share = (loss: bigint, limit: bigint) => Number((10_000n * loss) / limit)
    return {
      ...outcome,
      bound,
      stopBps: share(outcome.lossUsdc, bound.untilStopUsdc),
      dayBps: share(outcome.worstDayUsdc, bound.perDayUsdc),
    }
  } finally {
    stage.close()
  }
}

const note = (
  worst: Worst,
  found: { stopBps: number; dayBps: number },
  moves: readonly AttackMove[],
  rules: DrawnRules,
) => {
  if (found.stopBps > worst.stopBps) Object.assign(worst, { stopBps: found.stopBps, moves, rules })
  worst.dayBps = Math.max(worst.dayBps, found.dayBps)
}

const repeat = (times: number, moves: readonly AttackMove[]) =>
  Array.from({ length: times }, () => moves).flat()
const DEFAULT_RULES: DrawnRules = { maxDrawdownBps: 1_000, windowSpend: 100_000, hasRecipient: true }

/** Attacks that a person would try, each against the rules under which it hurts most. */
const SCRIPTED: Readonly<Record<string, readonly [DrawnRules, readonly AttackMove[]]>> = {
  'payments until the stop, then every exit': [
    DEFAULT_RULES,
    [...repeat(6, [{ move: 'pay', token: 'USDC', percent: 30 }]), ...SELL_OUT],
  ],
  'churning against a skewed pool for twelve windows': [
    { ...DEFAULT_RULES, hasRecipient: false },
    [
      ...repeat(12, [
        { move: 'swap', route: 'USDC→WETH', percent: 100, skewBps: 100 },
        { move: 'swap', route: 'WETH→USDC', percent: 100, skewBps: 100 },
        { move: 'wait', hours: 25 },
      ]),
      ...SELL_OUT,
    ],
  ],
  'liquidity in at a skewed price, out at another': [
    { ...DEFAULT_RULES, hasRecipient: false },
    [
      ...repeat(6, [
        { move: 'add-liquidity', percent: 40, skewBps: 300 },
        { move: 'close-liquidity', skewBps: 300 },
        { move: 'wait', hours: 25 },
      ]),
      ...SELL_OUT,
    ],
  ],
  'a full window in one day': [
    { maxDrawdownBps: 1_000, windowSpend: 20_000, hasRecipient: true },
    [...repeat(6, [{ move: 'pay', token: 'USDC', percent: 10 }]), ...SELL_OUT],
  ],
  'a cent at a time': [DEFAULT_RULES, repeat(40, [{ move: 'hijack', route: 'WETH→USDC', cents: 1 }])],
}

test.each([
  'operator',
  'agent',
] as const)('I1 I30: max-loss: no attack through the %s loses more than the policies allow', async (by) => {
  const worst: Worst = { stopBps: 0, dayBps: 0 }
  let sequences = 0
  let moved = 0
  const check = async (moves: readonly AttackMove[], rules: DrawnRules) => {
    const found = await attack(moves, rules, by)
    sequences += 1
    moved += found.went
    note(worst, found, moves, rules)
    const { bound, lossUsdc, worstDayUsdc } = found
    expect(lossUsdc).toBeLessThanOrEqual(bound.untilStopUsdc)
    expect(worstDayUsdc).toBeLessThanOrEqual(bound.perDayUsdc)
    return found
  }
  for (const [name, [rules, moves]] of Object.entries(SCRIPTED)) {
    const { stopBps, dayBps, lossUsdc, went } = await check(moves, rules)
    console.info(
      `${by}: ${name}: lost ${lossUsdc / 1_000_000n} USDC in ${went} actions, ${stopBps / 100} % until the stop, ${dayBps / 100} % of a day`,
    )
  }
  await fc.assert(
    fc.asyncProperty(drawnAttack, drawnRules, async (moves, rules) => void (await check(moves, rules))),
    {
      seed: 1,
      numRuns: by === 'operator' ? Math.ceil(SEQUENCES * 0.8) : Math.ceil(SEQUENCES * 0.2),
    },
  )
  console.info(
    `${by}: ${sequences} sequences, ${moved} hostile actions went through; worst ${worst.stopBps / 100} % until the stop, ${worst.dayBps / 100} % of a day`,
  )
  expect(worst.stopBps).toBeGreaterThan(5_000)
})
