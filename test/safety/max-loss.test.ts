import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdMaxLoss } from '../../harness/attack/hold-max-loss.ts'
import { NEAREST_ATTACKS, SCRIPTED_ATTACKS } from '../../harness/attack/scripted-attacks.ts'
import { openAttackWorld } from '../full/open-attack-world.ts'

let attacked: Awaited<ReturnType<typeof openAttackWorld>>
beforeAll(async () => {
  attacked = await openAttackWorld()
})
afterAll(() => attacked.stop())

// A bound that nothing comes near is no bound.
test.each(
  NEAREST_ATTACKS,
)('I1 I30 I55 I58: max-loss: through the %s, %s: at least %i in 100 of what a day may lose, and no more', async (by, name, leastPercent) => {
  const { rules, moves } = SCRIPTED_ATTACKS[name]
  const { dayBps } = await holdMaxLoss(moves, rules, by, attacked.world)
  expect(dayBps / 100).toBeGreaterThan(leastPercent)
})
