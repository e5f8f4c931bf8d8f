import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** The head is remembered for a reorganisation. */
export const MARK = defineStep({
  kind: 'mark',
  schema: Type.Literal(true, { description: 'the block to which a later reorg goes back, e.g. true' }),
  traits: ['alone', 'fault'],
  read: () => ({}),
  run: (_, { stage }) => stage.blocks.mark(),
  title: () => 'mark',
})
