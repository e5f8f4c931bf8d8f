import * as Keystore from 'ox/Keystore'
import { hexToBytes } from 'viem'
import type { Clock } from '../../tools/core/clock.ts'
import { signDigest } from '../../tools/core/secp256k1.ts'
import type { SigningPort } from '../../tools/runtime/runtime-ports.ts'
import { createKeySigner } from '../../tools/safety/custody/signers/key-signer.ts'
import { openKeystoreSigner } from '../../tools/safety/custody/signers/keystore-signer.ts'
import { signTypedDataExactly } from '../../tools/safety/custody/signers/typed-data-signer.ts'
import { keyAccount } from '../key-account.ts'
import { ACCOUNT_OWNERS, ACCOUNT_THRESHOLD } from '../world/account-owners.ts'
import { ACTORS } from '../world/actors.ts'
import { type AccountMode, readAccountMode } from './account-mode.ts'
import { type AgentSigner, createFailingSigner, type SignerFailure } from './failing-signer.ts'

/** What the agent's key does: sign in memory (on), from an encrypted file, at a service (remote), not at all (off), or fail. */
export type KeyMode = 'on' | 'off' | 'keystore' | 'remote' | SignerFailure

/** What signs for the agent: its key, or the owners of a contract account. */
export type SignerMode = KeyMode | AccountMode

/** What a key is asked to sign. */
export type SigningSubject = 'transaction' | 'typed data'

/** Password of the harness' own keystore files; what they hold is no secret. */
const PASSWORD = 'a key that everybody knows'

/** What signers are made with. */
export interface SigningInput {
  readonly mode: SignerMode
  readonly clock: Pick<Clock, 'setTimer'>
  /** Told when a signer that never answers is asked. */
  readonly onHang: () => void
  /** The agent's key at a service; present for the mode `remote`. */
  readonly remote?: AgentSigner | undefined
  /** Told of all that the agent's key is asked to sign. */
  readonly onSigning?: (subject: SigningSubject) => void
}

/** Open the signing side for a mode; undefined for `off`. */
export async function openSessionSigner(input: SigningInput): Promise<SigningPort | undefined> {
  const { mode, clock } = input
  const { address } = ACTORS.operator
  const own = createOwnSigner(input.onSigning)
  const relayed = { signer: own, sender: address, close: () => undefined }
  const account = readAccountMode(mode)
  if (account !== undefined) {
    // The agent's own key is only the relayer: it is no owner of the account, and the cage does not know it.
    const count = account.isShort ? ACCOUNT_THRESHOLD - 1 : ACCOUNT_OWNERS.length
    const owners = ACCOUNT_OWNERS.slice(0, count).map(({ privateKey }) => keyAccount(privateKey))
    return { ...relayed, contract: { protocol: account.protocol, owners } }
  }
  const plain = (signer: AgentSigner) => ({
    ...relayed,
    signer,
    typedDataSigner: signTypedDataExactly(signer, address, clock),
  })
  const keyMode = mode as KeyMode
  switch (keyMode) {
    case 'off':
      return undefined
    case 'on':
      return plain(own)
    case 'remote':
      return plain(input.remote as AgentSigner)
    case 'keystore': {
      const signer = await openKeystore()
      return { ...plain(signer), close: signer.close }
    }
    default:
      return plain(createFailingSigner(keyMode, own, input.onHang))
  }
}

/** The agent's key in memory. */
function createOwnSigner(onSigning: SigningInput['onSigning']): AgentSigner {
  const { address, privateKey } = ACTORS.operator
  const bytes = hexToBytes(privateKey)
  const key = createKeySigner(address, (digest) => signDigest(bytes, digest))
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
