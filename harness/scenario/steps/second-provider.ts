import { SECOND_PROVIDER_MODES } from '../../stage/second-provider.ts'
import { named } from '../schema-words.ts'
import { faultsOfProvider, SECOND_PROVIDER_FAULTS } from '../second-provider-faults.ts'
import { defineStep } from '../step/define-step.ts'

/** The second provider behaves otherwise. */
export const SECOND_PROVIDER = defineStep({
  kind: 'secondProvider',
  schema: named(SECOND_PROVIDER_MODES, 'how the second provider behaves from now on'),
  read: (value, path, reader) => ({
    mode: reader.choose(path, 'behaviour', value, SECOND_PROVIDER_MODES),
  }),
  run: ({ mode }, { stage }) => stage.secondProvider.setMode(mode),
  title: ({ mode }) => `the second provider: ${mode}`,
  faults: { kinds: SECOND_PROVIDER_FAULTS, of: ({ mode }) => faultsOfProvider(mode) },
})
