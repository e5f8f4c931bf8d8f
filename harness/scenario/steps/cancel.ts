import { text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { namePermit, readPermit } from '../step/read-permit.ts'

/** The agent gives a permit up. */
export const CANCEL = defineStep({
  kind: 'cancel',
  schema: text('the permit to give up, e.g. ${permit}'),
  traits: ['of-the-agent', 'of-the-model'],
  read: (value, path, reader) => ({ permit: readPermit(value, path, reader) }),
  async run({ permit }, { stage, permitOf }) {
    const permitId = permitOf(permit)
    return { observation: await stage.agent.call('cancel_action', { permitId }), permitId }
  },
  title: ({ permit }) => `cancel ${namePermit(permit)}`,
})
