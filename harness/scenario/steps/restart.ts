import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** The safety layer is closed and opened again on the same store. */
export const RESTART = defineStep({
  kind: 'restart',
  schema: Type.Literal(true, {
    description: 'close the safety layer and open it again on the same store, e.g. true',
  }),
  traits: ['of-all-chains', 'alone', 'while-down', 'fault'],
  read: () => ({}),
  run: async (_, { stage }) => ({ observation: await stage.processes.restart(), store: 'opened' }),
  title: () => 'restart',
  faults: { kinds: ['restart'], of: () => ['restart'] },
})
