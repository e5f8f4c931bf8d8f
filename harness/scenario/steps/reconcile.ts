import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** The stack looks again for transactions that are not final. */
export const RECONCILE = defineStep({
  kind: 'reconcile',
  schema: Type.Literal(true, { description: 'look again for transactions that are not final, e.g. true' }),
  traits: ['of-the-agent'],
  read: () => ({}),
  run: async (_, { stage }) => ({ observation: await stage.agent.reconcile() }),
  title: () => 'reconcile',
})
