import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** What is open is settled, sent again or cancelled. */
export const RECOVER = defineStep({
  kind: 'recover',
  schema: Type.Literal(true, { description: 'settle, send again or cancel what is open, e.g. true' }),
  traits: ['of-the-agent'],
  read: () => ({}),
  run: async (_, { stage }) => ({ observation: await stage.agent.recover() }),
  title: () => 'recover',
})
