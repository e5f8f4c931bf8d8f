import { text } from '../schema-words.ts'
import { signedBy } from '../step/commit-previewed.ts'
import { defineStep } from '../step/define-step.ts'
import { namePermit, readPermit } from '../step/read-permit.ts'

/** The agent commits a permit. */
export const COMMIT = defineStep({
  kind: 'commit',
  schema: text('the permit to commit, e.g. ${permit}'),
  traits: ['of-the-agent', 'of-the-model'],
  read: (value, path, reader) => ({ permit: readPermit(value, path, reader) }),
  async run({ permit }, { stage, permitOf }) {
    const permitId = permitOf(permit)
    const observation = await stage.agent.call('commit_action', { permitId })
    return { observation, permitId, ...signedBy(observation) }
  },
  title: ({ permit }) => `commit ${namePermit(permit)}`,
})
