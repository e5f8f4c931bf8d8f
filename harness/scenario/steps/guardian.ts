import { GUARDIAN_MODES } from '../known-names.ts'
import { named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** A guardian neither comes nor goes while the stack runs. */
const MODES = GUARDIAN_MODES.filter((mode) => mode !== 'off')

/** The guardian behaves otherwise. */
export const GUARDIAN = defineStep({
  kind: 'guardian',
  schema: named(MODES, 'how the guardian behaves from now on; one that signs-all judges nothing'),
  traits: ['fault'],
  read: (value, path, reader) => ({ mode: reader.choose(path, 'behaviour', value, MODES) }),
  run: ({ mode }, { stage }) => stage.guardian.setMode(mode),
  lacks: (_, { setup }) =>
    setup.guardian === 'off'
      ? { message: 'the scenario has no guardian', hint: 'leave guardian: off out, or this step' }
      : undefined,
  title: ({ mode }) => `the guardian: ${mode}`,
})
