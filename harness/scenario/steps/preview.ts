import { fromPermit } from '../step/commit-previewed.ts'
import { defineStep } from '../step/define-step.ts'
import { actionSchema, nameRequested, previewRequested, readRequested } from '../step/requested-action.ts'

/** The agent previews an action. */
export const PREVIEW = defineStep({
  kind: 'preview',
  schema: actionSchema('preview an action'),
  traits: ['of-the-agent', 'of-the-model', 'takes-input', 'issues-permit'],
  read: readRequested,
  async run(action, world) {
    return fromPermit(await previewRequested(action, world))
  },
  title: (action, words) => nameRequested('preview', action, words),
})
