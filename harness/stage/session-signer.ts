import * as Keystore from 'ox/Keystore'
import { type Address, hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainReader } from '../../tools/core/chain.ts'
import type { Clock } from '../../tools/core/clock.ts'
import type { SigningPort } from '../../tools/runtime/runtime-ports.ts'
import type { TypedDataSigner } from '../../tools/safety/custody/custody.ts'
import { openKeystoreSigner } from '../../tools/safety/custody/signers/keystore-signer.ts'
import { createSafeEnvelope, createSafeRoute } from '../../tools/safety/custody/signers/safe-signer.ts'
import type { TransactionSigner } from '../../tools/safety/custody/signers/transaction-signer.ts'
import { signTypedDataExactly } from '../../tools/safety/custody/signers/typed-data-signer.ts'
import { ACTORS } from '../world/actors.ts'
import { SAFE_OWNERS, SAFE_THRESHOLD } from '../world/safe.ts'

/**
 * Who signs for the agent: its key in memory (on), in an encrypted file, a Safe; or somebody who fails: nobody (off),
 * a Safe with an owner too few, another key, one that changes the transaction, one that throws, one that
 * never answers.
 */
export type SignerMode =
  | 'on'
  | 'off'
  | 'keystore'
  | 'safe'
  | 'safe-short'
  | 'wrong-key'
  | 'lies'
  | 'down'
  | 'hung'

/** Modes in which the cage's operator is a Safe. */
export const isSafeMode = (mode: SignerMode) => mode === 'safe' || mode === 'safe-short'

/** What a key is asked to sign. */
export type SigningSubject = 'transaction' | 'typed data'

/** Password of the harness' own keystore files; what they hold is no secret. */
const PASSWORD = 'a key that everybody knows'

/** Open the signing side for a mode; undefined for `off`. */
export async function openSessionSigner(input: {
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
}): Promise<SigningPort | undefined> {
  const { mode, operator, chainId, chain, clock, onSigning } = input
  const { address, privateKey } = ACTORS.operator
  const key = privateKeyToAccount(privateKey)
  const own: TransactionSigner & TypedDataSigner = {
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
  const relayed = { signer: own, sender: address, close: () => undefined }
  const plain = (signer: TransactionSigner & TypedDataSigner) => ({
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
      // A low cost: what is to be shown is the way of the key, not the work of guessing the password.
      const [key, options] = Keystore.scrypt({
        password: PASSWORD,
        n: 1_024,
        salt: hexToBytes('0x00'),
        iv: new Uint8Array(16),
      })
      const json = JSON.stringify(Keystore.encrypt(privateKey, key, { ...options, id: 'assay' }))
      const signer = await openKeystoreSigner({ json, password: async () => PASSWORD, expected: address })
      return { ...plain(signer), close: signer.close }
    }
    case 'safe':
    case 'safe-short': {
      const count = mode === 'safe' ? SAFE_OWNERS.length : SAFE_THRESHOLD - 1
      const owners = SAFE_OWNERS.slice(0, count).map((owner) => privateKeyToAccount(owner.privateKey))
      const safe = { chain, safe: operator }
      return {
        // The agent's own key is only the relayer: it is no owner of the Safe, and the cage does not know it.
        ...relayed,
        envelope: createSafeEnvelope({ ...safe, chainId, owners, clock }),
        route: createSafeRoute({ ...safe, relayer: address }),
      }
    }
    case 'wrong-key':
      return plain(privateKeyToAccount(ACTORS.stranger.privateKey))
    case 'lies':
      return plain({
        address,
        signTransaction: (transaction) =>
          own.signTransaction({ ...transaction, gas: (transaction.gas ?? 0n) + 1n }),
        signTypedData: (typedData) =>
          own.signTypedData({ ...typedData, domain: { ...typedData.domain, chainId: 1 } }),
      })
    case 'down':
      return plain({
        address,
        signTransaction: () => Promise.reject(new Error('connection refused')),
        signTypedData: () => Promise.reject(new Error('connection refused')),
      })
    case 'hung': {
      const hang = () => {
        input.onHang()
        return new Promise<never>(() => undefined)
      }
      return plain({ address, signTransaction: hang, signTypedData: hang })
    }
  }
}
