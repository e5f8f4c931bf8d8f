import * as Keystore from 'ox/Keystore'
import type { Address } from 'viem'
import { ToolError } from '../../../core/errors.ts'
import { isAddressEqual } from '../../../core/is-address-equal.ts'
import { keccak256 } from '../../../core/keccak256.ts'
import { findSchemaProblems, Type } from '../../../core/schema.ts'
import { recoverSigner, signDigest } from '../../../core/secp256k1.ts'
import type { TypedDataSigner } from '../custody.ts'
import { createKeySigner } from './key-signer.ts'
import type { TransactionSigner } from './transaction-signer.ts'

/** A signer whose key came out of an encrypted file; it holds the only copy of the key. */
export interface KeystoreSigner extends TransactionSigner, TypedDataSigner {
  /** Overwrite the key; signing fails from then on. Closing again changes nothing. */
  close(): void
}

const hexText = (digits: string) => Type.String({ pattern: `^[0-9a-fA-F]{${digits}}$` })

/** Most work that a file may ask for: eight times geth's standard, so that a hostile file cannot hang the agent. */
const MAX_SCRYPT = { n: 2 ** 20, memoryBytes: 2 ** 30 }
const MAX_PBKDF2 = 10_000_000

const CryptoSchema = {
  cipher: Type.Literal('aes-128-ctr'),
  cipherparams: Type.Object({ iv: hexText('32') }),
  ciphertext: hexText('64'),
  mac: hexText('64'),
}
const KeystoreSchema = Type.Object({
  version: Type.Literal(3),
  address: Type.Optional(Type.String({ pattern: '^(0x)?[0-9a-fA-F]{40}$' })),
  crypto: Type.Union([
    Type.Object({
      ...CryptoSchema,
      kdf: Type.Literal('scrypt'),
      kdfparams: Type.Object({
        dklen: Type.Literal(32),
        n: Type.Integer({ minimum: 2, maximum: MAX_SCRYPT.n }),
        p: Type.Integer({ minimum: 1, maximum: 64 }),
        r: Type.Integer({ minimum: 1, maximum: 64 }),
        salt: hexText('2,128'),
      }),
    }),
    Type.Object({
      ...CryptoSchema,
      kdf: Type.Literal('pbkdf2'),
      kdfparams: Type.Object({
        dklen: Type.Literal(32),
        c: Type.Integer({ minimum: 1, maximum: MAX_PBKDF2 }),
        prf: Type.Literal('hmac-sha256'),
        salt: hexText('2,128'),
      }),
    }),
  ]),
})

/**
 * Open an encrypted key of Web3 Secret Storage version 3 as a signer
 * (https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage).
 *
 * The password is asked for once, after the file has proved usable. The key stays in one buffer, which is
 * overwritten on closing and on failure; neither it nor the password enters a message.
 *
 * @throws ToolError KEYSTORE_INVALID, KEYSTORE_PASSWORD, SIGNER_WRONG_KEY
 */
export async function openKeystoreSigner(input: {
  /** Content of the file. */
  readonly json: string
  readonly password: () => Promise<string>
  /** The account that the key must belong to. */
  readonly expected?: Address
}): Promise<KeystoreSigner> {
  const { keystore, stated } = readKeystore(input.json)
  const key = decrypt(keystore, await input.password())
  try {
    const address = addressOf(key)
    for (const expected of [stated, input.expected]) {
      if (expected !== undefined && !isAddressEqual(address, expected)) {
        throw new ToolError('SIGNER_WRONG_KEY', { found: address, expected })
      }
    }
    return createSigner(address, key)
  } catch (cause) {
    key.fill(0)
    throw cause
  }
}

function createSigner(address: Address, key: Uint8Array): KeystoreSigner {
  let isOpen = true
  const { signTransaction, signTypedData } = createKeySigner(address, (digest) => {
    if (!isOpen) throw new ToolError('SIGNER_FAILED', { reason: 'the keystore is closed' })
    return signDigest(key, digest)
  })
  return {
    address,
    signTransaction,
    signTypedData,
    close() {
      isOpen = false
      key.fill(0)
    },
  }
}

/** Recovered from a signature, since deriving the public key directly would write the key out as text. */
function addressOf(key: Uint8Array): Address {
  const digest = keccak256('0x')
  const address = recoverSigner(digest, signDigest(key, digest))
  if (address === undefined)
    throw new ToolError('KEYSTORE_INVALID', { problem: 'it holds no key of the curve' })
  return address
}

function readKeystore(json: string): { keystore: Keystore.Keystore; stated: Address | undefined } {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    throw new ToolError('KEYSTORE_INVALID', { problem: 'it is no JSON' })
  }
  const version = (parsed as { version?: unknown } | null)?.version
  if (version !== 3) {
    throw new ToolError('KEYSTORE_INVALID', {
      problem: `expected version 3, found ${describeVersion(version)}`,
    })
  }
  const problem = findSchemaProblems(KeystoreSchema, parsed)[0]
  if (problem) throw new ToolError('KEYSTORE_INVALID', { problem: `${problem.path} ${problem.message}` })
  const keystore = parsed as Keystore.Keystore & { address?: string }
  const { kdf, kdfparams } = keystore.crypto
  if (kdf === 'scrypt' && 'n' in kdfparams) {
    const { n, r } = kdfparams
    const isPowerOfTwo = Number.isInteger(Math.log2(n))
    if (!isPowerOfTwo || 128 * n * r > MAX_SCRYPT.memoryBytes) {
      throw new ToolError('KEYSTORE_INVALID', { problem: `scrypt with n=${n} and r=${r} is out of bounds` })
    }
  }
  const stated = keystore.address?.replace(/^0x/, '')
  return { keystore, stated: stated === undefined ? undefined : `0x${stated}` }
}

const describeVersion = (version: unknown) =>
  typeof version === 'number' ? String(version) : version === undefined ? 'none' : typeof version

function decrypt(keystore: Keystore.Keystore, password: string): Uint8Array {
  // ox' asynchronous derivation ignores the file's r and p, which geth's files set otherwise.
  const key = Keystore.toKey(keystore, { password })
  try {
    return Keystore.decrypt(keystore, key, { as: 'Bytes' })
  } catch {
    throw new ToolError('KEYSTORE_PASSWORD', {})
  }
}
