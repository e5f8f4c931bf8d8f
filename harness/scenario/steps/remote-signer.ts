import { REMOTE_SIGNER_MODES } from '../../signer/remote-signer-mode.ts'
import { named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** The service that holds the agent's key behaves otherwise. */
export const REMOTE_SIGNER = defineStep({
  kind: 'remoteSigner',
  schema: named(REMOTE_SIGNER_MODES, 'how the service that signs behaves from now on; with signer: remote'),
  traits: ['fault'],
  read: (value, path, reader) => ({
    mode: reader.choose(path, 'behaviour', value, REMOTE_SIGNER_MODES),
  }),
  run: ({ mode }, { stage }) => stage.remoteSigner.setMode(mode),
  lacks: (_, { setup }) =>
    setup.signer === 'remote'
      ? undefined
      : { message: 'no service holds the key', hint: 'write signer: remote above the steps' },
  title: ({ mode }) => `the remote signer: ${mode}`,
})
