import { text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** The agent halts in an emergency. */
export const HALT = defineStep({
  kind: 'halt',
  schema: text('reason of the emergency halt'),
  traits: ['of-the-agent', 'of-the-model'],
  read: (reason) => ({ reason }),
  run: async ({ reason }, { stage }) => ({
    observation: await stage.agent.call('emergency_halt', { reason }),
  }),
  title: ({ reason }) => `halt: ${reason}`,
})
