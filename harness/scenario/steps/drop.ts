import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** The node forgets what is not mined. */
export const DROP = defineStep({
  kind: 'drop',
  schema: Type.Literal('pending', { description: 'the node forgets all transactions that are not mined' }),
  traits: ['fault'],
  read: () => ({}),
  run: (_, { stage }) => stage.blocks.dropPending(),
  title: () => 'drop what is pending',
  faults: { kinds: ['nonce-gap'], of: () => ['nonce-gap'] },
})
