import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** The agent's next tick begins. */
export const TICK = defineStep({
  kind: 'tick',
  schema: Type.Literal(true, {
    description: "the agent's next tick begins, with a session of its own, e.g. true",
  }),
  read: () => ({}),
  run: (_, { stage }) => stage.clock.nextTick(),
  title: () => 'the next tick begins',
})
