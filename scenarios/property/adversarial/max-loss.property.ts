import * as fc from 'fast-check'
import type { AttackMove } from '../../../harness/attack/attack-move.ts'
import type { Attacker } from '../../../harness/attack/attacker.ts'
import {
  type DrawnRules,
  drawnAttack,
  drawnAttacker,
  drawnRules,
} from '../../../harness/attack/draw-attack.ts'
import { holdMaxLoss } from '../../../harness/attack/hold-max-loss.ts'
import { defineProperty } from '../../../harness/property/define-property.ts'

interface Case {
  readonly moves: readonly AttackMove[]
  readonly rules: DrawnRules
  readonly by: Attacker['name']
}

/** Whatever got into hostile attackers, the owner loses no more than the policies say. */
export const PROPERTY = defineProperty<Case>({
  name: 'no attack loses more than the policies allow',
  description:
    'Draws hostile moves with confederates on the market, by model and by stolen keys, and measures the cage.',
  profile: 'full',
  invariants: ['I1', 'I30', 'I55', 'I58'],
  draws: { total: 8, cell: 1 },
  arbitrary: fc.record({
    moves: drawnAttack,
    rules: drawnRules,
    by: drawnAttacker,
  }),
  async check({ moves, rules, by }, world) {
    await holdMaxLoss(moves, rules, by, world)
  },
})
