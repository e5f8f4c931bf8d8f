import * as Keystore from 'ox/Keystore'
import { type Address, hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainReader } from '../../tools/core/chain.ts'
import type { Clock } from '../../tools/core/clock.ts'
import type { SigningPort } from '../../tools/runtime/runtime-ports.ts'
import { openKeystoreSigner } from '../../tools/safety/custody/signers/keystore-signer.ts'
import { createSafeEnvelope, createSafeRoute } from '../../tools/safety/custody/signers/safe-signer.ts'
import { signTypedDataExactly } from '../../tools/safety/custody/signers/typed-data-signer.ts'
import { ACTORS } from '../world/actors.ts'
import { SAFE_OWNERS, SAFE_THRESHOLD } from '../world/safe.ts'
import { type AgentSigner, createFailingSigner, type SignerFailure } from './failing-signer.ts'

/** What signs for the agent: its key in memory (on), in an encrypted file, a Safe; or nothing (off), or what fails. */
export type SignerMode = 'on' | 'off' | 'keystore' | 'safe' | 'safe-short' | SignerFailure

/** Modes in which the cage's operator is a Safe. */
export const isSafeMode = (mode: SignerMode) => mode === 'safe' || mode === 'safe-short'

/** What a key is asked to sign. */
export type SigningSubject = 'transaction' | 'typed data'

/** Password of the harness' own keystore files; what they hold is no secret. */
const PASSWORD = 'a key that everybody knows'

/** What signers are made with. */
export interface SigningInput {
  readonly mode: SignerMode
  /** The cage's operator: the agent's key, or a Safe. */
  readonly operator: Address
  readonly chainId: number
  readonly chain: ChainReader
  readonly clock: Pick<Clock, 'setTimer'>
  /** Told when a signer that never answers is asked. */
  readonly onHang: () => void
  /** Told of all that the agent's key is asked to sign. */
  readonly onSigning?: (subject: SigningSubject) => void
}

/** Open the signing side for a mode; undefined for `off`. */
export async function openSessionSigner(input: SigningInput): Promise<SigningPort | undefined> {
  const { mode, clock } = input
  const { address } = ACTORS.operator
  const own = createOwnSigner(input.onSigning)
  const relayed = { signer: own, sender: address, close: () => undefined }
  const plain = (signer: AgentSigner) => ({
    ...relayed,
    signer,
    typedDataSigner: signTypedDataExactly(signer, address, clock),
  })
  switch (mode) {
    case 'off':
      return undefined
    case 'on':
      return plain(own)
    case 'keystore': {
      const signer = await openKeystore()
      return { ...plain(signer), close: signer.close }
    }
    case 'safe':
    case 'safe-short':
      // The agent's own key is only the relayer: it is no owner of the Safe, and the cage does not know it.
      return { ...relayed, ...createSafeWay(input) }
    default:
      return plain(createFailingSigner(mode, own, input.onHang))
  }
}

/** The agent's key in memory. */
function createOwnSigner(onSigning: SigningInput['onSigning']): AgentSigner {
  const { address, privateKey } = ACTORS.operator
  const key = privateKeyToAccount(privateKey)
  return {
    address,
    signTransaction(transaction) {
      onSigning?.('transaction')
      return key.signTransaction(transaction)
    },
    signTypedData(typedData) {
      onSigning?.('typed data')
      return key.signTypedData(typedData)
    },
  }
}

/** Open the agent's key in an encrypted file. */
function openKeystore() {
  const { address, privateKey } = ACTORS.operator
  // A low cost: what is to be shown is the way of the key, not the work of guessing the password.
  const [key, options] = Keystore.scrypt({
    password: PASSWORD,
    n: 1_024,
    salt: hexToBytes('0x00'),
    iv: new Uint8Array(16),
  })
  const json = JSON.stringify(Keystore.encrypt(privateKey, key, { ...options, id: 'assay' }))
  return openKeystoreSigner({ json, password: async () => PASSWORD, expected: address })
}

/** Create the way through a Safe whose owners sign, or too few of them. */
function createSafeWay({ mode, chain, chainId, operator, clock }: SigningInput) {
  const count = mode === 'safe' ? SAFE_OWNERS.length : SAFE_THRESHOLD - 1
  const owners = SAFE_OWNERS.slice(0, count).map((owner) => privateKeyToAccount(owner.privateKey))
  const safe = { chain, safe: operator }
  return {
    envelope: createSafeEnvelope({ ...safe, chainId, owners, clock }),
    route: createSafeRoute({ ...safe, relayer: ACTORS.operator.address }),
  }
}
