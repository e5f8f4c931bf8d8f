import { commitPreviewed } from '../step/commit-previewed.ts'
import { defineStep } from '../step/define-step.ts'
import { actionSchema, nameRequested, previewRequested, readRequested } from '../step/requested-action.ts'

/** The agent previews an action and commits it. */
export const ACT = defineStep({
  kind: 'act',
  schema: actionSchema('preview and commit an action'),
  traits: ['of-the-agent', 'of-the-model', 'takes-input', 'issues-permit'],
  read: readRequested,
  async run(action, world) {
    return commitPreviewed(world.stage, await previewRequested(action, world))
  },
  title: (action, words) => nameRequested('act', action, words),
})
