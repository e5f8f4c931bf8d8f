import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttackMove } from '../../harness/attack/attack.ts'
import { type DrawnRules, drawnAttack, drawnRules, HALT, SELL_OUT } from '../../harness/attack/draw-attack.ts'
import { holdMaxLoss } from '../../harness/attack/hold-max-loss.ts'
import { writeAttackResults } from '../../harness/cli/attack-results.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import type { PropertyWorld } from '../../harness/property/property-world.ts'
import type { Environment } from '../../harness/run/environment.ts'
import { openStage } from '../../harness/run/open-stage.ts'
import type { Stage } from '../../harness/run/stage.ts'
import { openEnvironment } from './open-environment.ts'

/** Random attacks by hand; the operator's are the worse ones. */
const SEQUENCES = { operator: 800, agent: 200 } as const

let environment: Environment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(() => environment.stop())

let stage: Stage | undefined
/** A world as properties have it, over the test's own fork. */
const world = (): PropertyWorld => ({
  book: environment.book,
  get fork() {
    return environment.fork
  },
  async open(setup = {}) {
    await stage?.close()
    stage = await openStage(environment, setup, '1', setRealTimer)
    return stage
  },
})

const found = { attacks: 0, worstBps: 0 }
// Reports show what this test found, with its date.
afterAll(() => writeAttackResults(found, environment.book, new Date()))

const repeat = (times: number, moves: readonly AttackMove[]) =>
  Array.from({ length: times }, () => moves).flat()
const DEFAULT_RULES: DrawnRules = {
  perDay: 100_000,
  hasWitness: false,
  maxDrawdownBps: 1_000,
  windowSpend: 100_000,
  hotLane: 1_000_000,
  hasRecipient: true,
}

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
    { ...DEFAULT_RULES, windowSpend: 20_000 },
    [...repeat(6, [{ move: 'pay', token: 'USDC', percent: 10 }]), ...SELL_OUT],
  ],
  'a halt at prices that nobody should sell at': [DEFAULT_RULES, HALT],
  'payments that the first node calls reverted': [
    { ...DEFAULT_RULES, perDay: 3_000, hotLane: 1_000 },
    [
      { move: 'lie', about: 'receipts' },
      ...repeat(4, [
        { move: 'pay', token: 'USDC', percent: 10 },
        { move: 'wait', hours: 1 },
      ]),
    ],
  ],
  'payments that the first node alone calls reverted': [
    { ...DEFAULT_RULES, perDay: 3_000, hasWitness: true },
    [
      ...repeat(4, [
        { move: 'pay', token: 'USDC', percent: 10 },
        { move: 'lie', about: 'receipts' },
        { move: 'pay', token: 'DAI', percent: 10 },
        { move: 'wait', hours: 1 },
        { move: 'lie', about: 'nothing' },
      ]),
    ],
  ],
  'a cent at a time': [DEFAULT_RULES, repeat(40, [{ move: 'hijack', route: 'WETH→USDC', cents: 1 }])],
}

test.each([
  'operator',
  'agent',
] as const)('I1 I30 I55 I58: max-loss: no attack through the %s loses more than the policies allow', async (by) => {
  const worst = { stopBps: 0, dayBps: 0 }
  let attacks = 0
  let went = 0
  const check = async (moves: readonly AttackMove[], rules: DrawnRules) => {
    const held = await holdMaxLoss(moves, rules, by, world())
    attacks += 1
    went += held.went
    worst.stopBps = Math.max(worst.stopBps, held.stopBps)
    worst.dayBps = Math.max(worst.dayBps, held.dayBps)
    return held
  }
  for (const [name, [rules, moves]] of Object.entries(SCRIPTED)) {
    const held = await check(moves, rules)
    console.info(
      `${by}: ${name}: lost ${held.lossUsdc / 1_000_000n} USDC in ${held.went} actions, ` +
        `${held.stopBps / 100} % until the stop, ${held.dayBps / 100} % of a day`,
    )
  }
  await fc.assert(
    fc.asyncProperty(drawnAttack, drawnRules, async (moves, rules) => {
      await check(moves, rules)
    }),
    { seed: 1, numRuns: SEQUENCES[by] },
  )
  console.info(
    `${by}: ${attacks} attacks, ${went} hostile actions went through; ` +
      `worst ${worst.stopBps / 100} % until the stop, ${worst.dayBps / 100} % of a day`,
  )
  found.attacks += attacks
  found.worstBps = Math.max(found.worstBps, worst.stopBps, worst.dayBps)
  // A bound that no attack comes near is no bound.
  expect(worst.stopBps).toBeGreaterThan(5_000)
  expect(worst.dayBps).toBeGreaterThan(5_000)
})
