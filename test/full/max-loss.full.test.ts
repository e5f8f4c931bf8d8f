import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttackMove } from '../../harness/attack/attack-move.ts'
import { type DrawnRules, drawnAttack, drawnRules } from '../../harness/attack/draw-attack.ts'
import { holdMaxLoss } from '../../harness/attack/hold-max-loss.ts'
import { SCRIPTED_ATTACKS } from '../../harness/attack/scripted-attacks.ts'
import { writeAttackResults } from '../../harness/cli/attack-results.ts'
import { ATTACKERS, type Attacker } from '../../tools/safety/policy/max-loss.ts'
import { openAttackWorld } from './open-attack-world.ts'

/** Random attacks by hand; what goes through the whole stack takes longest. */
const SEQUENCES: Readonly<Record<Attacker, number>> = { operator: 200, agent: 80, host: 120, cage: 200 }

let attacked: Awaited<ReturnType<typeof openAttackWorld>>
beforeAll(async () => {
  attacked = await openAttackWorld()
})
afterAll(() => attacked.stop())

const found = { attacks: 0, worstBps: 0 }
// Reports show what this test found, with its date.
afterAll(() => writeAttackResults(found, attacked.world.book, new Date()))

test.each(
  ATTACKERS,
)('I1 I30 I55 I58: max-loss: no attack through the %s loses more than the policies allow', async (by) => {
  const worst = { stopBps: 0, dayBps: 0 }
  let attacks = 0
  let went = 0
  const check = async (moves: readonly AttackMove[], rules: DrawnRules) => {
    const held = await holdMaxLoss(moves, rules, by, attacked.world)
    attacks += 1
    went += held.went
    worst.stopBps = Math.max(worst.stopBps, held.stopBps)
    worst.dayBps = Math.max(worst.dayBps, held.dayBps)
    return held
  }
  for (const [name, { rules, moves }] of Object.entries(SCRIPTED_ATTACKS)) {
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
