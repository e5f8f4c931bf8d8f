import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** Faults of node, origin and disk end. */
export const HEAL = defineStep({
  kind: 'heal',
  schema: Type.Literal(true, { description: 'faults of node, origin and disk end, e.g. true' }),
  traits: ['while-down'],
  read: () => ({}),
  run: (_, { stage }) => stage.faults.heal(),
  title: () => 'faults end',
})
