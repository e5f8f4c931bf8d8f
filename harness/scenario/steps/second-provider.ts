import { SECOND_PROVIDER_MODES } from '../../stage/second-provider.ts'
import { named } from '../schema-words.ts'
import { faultsOfProvider, SECOND_PROVIDER_FAULTS } from '../second-provider-faults.ts'
import { defineStep } from '../step/define-step.ts'

/** One that is there stays. */
const MODES = SECOND_PROVIDER_MODES.filter((mode) => mode !== 'off')

/** The second provider behaves otherwise. */
export const SECOND_PROVIDER = defineStep({
  kind: 'secondProvider',
  schema: named(MODES, 'how the second provider behaves from now on'),
  read: (value, path, reader) => ({
    mode: reader.choose(path, 'behaviour', value, MODES),
  }),
  run: ({ mode }, { stage }) => stage.secondProvider.setMode(mode),
  lacks: (_, { setup }) =>
    setup.secondProvider === 'off'
      ? {
          message: 'the scenario has no second provider',
          hint: 'write secondProvider: agrees above the steps',
        }
      : undefined,
  title: ({ mode }) => `the second provider: ${mode}`,
  faults: { kinds: SECOND_PROVIDER_FAULTS, of: ({ mode }) => faultsOfProvider(mode) },
})
