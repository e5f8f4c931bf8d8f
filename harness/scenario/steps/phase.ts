import { parsePhase } from '../../../tools/safety/policy/phases.ts'
import { readPhase } from '../read/read-setup.ts'
import { named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** The inputs call for a phase. */
export const PHASE = defineStep({
  kind: 'phase',
  schema: named('phase', 'phase that the inputs call for'),
  read: (value, path, reader) => ({ phase: readPhase(value, path, reader) }),
  async run({ phase }, { stage }) {
    const observed = parsePhase(phase)
    if (observed !== undefined) await stage.agent.observePhase(observed)
  },
  title: ({ phase }) => `phase ${phase}`,
})
