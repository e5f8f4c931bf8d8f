import { pbkdf2, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import * as Keystore from 'ox/Keystore'
import type { Address } from 'viem'
import { describeCause } from '../../../core/describe-cause.ts'
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

/**
 * Most that a file may ask for, so that a hostile one cannot hold the agent up: of memory (128·n·r bytes) four times and of work
 * (n·r·p) eight times geth's standard, n = 2^18, r = 8 and p = 1 (RFC 7914, section 2).
 */
const MAX_SCRYPT = { n: 2 ** 20, r: 64, p: 64, memoryBytes: 2 ** 30, work: 2 ** 24 }
const MAX_PBKDF2 = 10_000_000

/** What OpenSSL may use: besides the memory that grows with n, a little that grows with p. */
const MOST_MEMORY_BYTES = 2 * MAX_SCRYPT.memoryBytes

const KEY_BYTES = 32

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
        p: Type.Integer({ minimum: 1, maximum: MAX_SCRYPT.p }),
        r: Type.Integer({ minimum: 1, maximum: MAX_SCRYPT.r }),
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
  const key = await decrypt(keystore, await input.password())
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
    const { n, r, p } = kdfparams
    const isPowerOfTwo = Number.isInteger(Math.log2(n))
    const isBounded = 128 * n * r <= MAX_SCRYPT.memoryBytes && n * r * p <= MAX_SCRYPT.work
    if (!isPowerOfTwo || !isBounded) {
      throw new ToolError('KEYSTORE_INVALID', {
        problem: `scrypt with n=${n}, r=${r} and p=${p} is out of bounds`,
      })
    }
  }
  const stated = keystore.address?.replace(/^0x/, '')
  return { keystore, stated: stated === undefined ? undefined : `0x${stated}` }
}

const describeVersion = (version: unknown) =>
  typeof version === 'number' ? String(version) : version === undefined ? 'none' : typeof version

async function decrypt(keystore: Keystore.Keystore, password: string): Promise<Uint8Array> {
  const key = await deriveKey(keystore.crypto, password)
  try {
    return Keystore.decrypt(keystore, `0x${key.toString('hex')}`, { as: 'Bytes' })
  } catch {
    throw new ToolError('KEYSTORE_PASSWORD', {})
  } finally {
    key.fill(0)
  }
}

/** Derive the key of a file beside everything else that the process does: ox' own way waits, or ignores r and p. */
async function deriveKey({ kdf, kdfparams }: Keystore.Keystore['crypto'], password: string): Promise<Buffer> {
  const salt = Buffer.from(kdfparams.salt, 'hex')
  try {
    if (kdf === 'pbkdf2' && 'c' in kdfparams) {
      return await deriveByPbkdf2(password, salt, kdfparams.c, KEY_BYTES, 'sha256')
    }
    const { n, r, p } = kdfparams as Keystore.ScryptDeriveOpts['kdfparams']
    return await deriveByScrypt(password, salt, KEY_BYTES, { N: n, r, p, maxmem: MOST_MEMORY_BYTES })
  } catch (cause) {
    throw new ToolError('KEYSTORE_INVALID', { problem: `its key cannot be derived: ${describeCause(cause)}` })
  }
}

const deriveByPbkdf2 = promisify(pbkdf2)
const deriveByScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
