import { stringToBytes } from 'viem'
import type { Clock } from '../../tools/core/clock.ts'
import { createRemoteSigner } from '../../tools/safety/custody/signers/remote-signer.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import { HarnessError } from '../errors.ts'
import { postOverHttp } from '../signer/post-over-http.ts'
import type { RemoteSignerMode } from '../signer/remote-signer-mode.ts'
import { startRemoteSignerService } from '../signer/remote-signer-service.ts'
import { ACTORS } from '../world/actors.ts'
import type { AgentSigner } from './failing-signer.ts'
import type { Ground } from './ground.ts'

/** The service that holds the agent's key, where one does. */
export interface StageRemoteSigner {
  /** The key as the agent reaches it; undefined when no service holds it. */
  readonly signer: AgentSigner | undefined
  /** The token that the service asks for. */
  readonly secrets: readonly Secret[]
  /**
   * Let the service behave otherwise.
   *
   * @throws HarnessError STEP_IMPOSSIBLE where no service holds the key
   */
  setMode(mode: RemoteSignerMode): Promise<void>
  close(): Promise<void>
}

/** What the service asks its client for; it guards a key that everybody knows. */
const TOKEN = 'token-of-a-signing-service-that-everybody-knows'

const NONE: StageRemoteSigner = {
  signer: undefined,
  secrets: [],
  async setMode() {
    throw new HarnessError('STEP_IMPOSSIBLE', 'no service holds the key', {
      hint: 'start with signer: remote',
    })
  },
  close: async () => undefined,
}

/**
 * Start the service of a stage whose signer is `remote`.
 *
 * What it never answers takes no time: the client's time is up as soon as the service has read the request.
 */
export async function createStageRemoteSigner({ options, gate, timers }: Ground): Promise<StageRemoteSigner> {
  if (options.signer !== 'remote') return NONE
  const { address, privateKey } = ACTORS.operator
  let mode: RemoteSignerMode = 'on'
  let expire = () => {}
  const service = await startRemoteSignerService({
    mode,
    privateKey,
    strangerKey: ACTORS.stranger.privateKey,
    token: TOKEN,
    onHeld: () => expire(),
  })
  const setTimer: Clock['setTimer'] = (delayMs, callback) => {
    if (mode !== 'slow') return timers.setTimer(delayMs, callback)
    expire = callback
    return () => undefined
  }
  const remote = createRemoteSigner({
    url: service.url,
    address,
    token: TOKEN,
    post: postOverHttp,
    clock: { setTimer },
  })
  const { onSigning } = options
  return {
    signer: {
      address,
      signTransaction(transaction) {
        onSigning?.('transaction')
        return gate.through(() => remote.signTransaction(transaction))
      },
      signTypedData(typedData) {
        onSigning?.('typed data')
        return gate.through(() => remote.signTypedData(typedData))
      },
    },
    secrets: [{ label: 'signer token', bytes: stringToBytes(TOKEN), taint: 'OwnerSecret', isText: true }],
    setMode(next) {
      mode = next
      return service.setMode(next)
    },
    close: service.close,
  }
}
