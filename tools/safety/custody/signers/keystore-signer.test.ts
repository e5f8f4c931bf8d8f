import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { stat } from 'node:fs/promises'
import {
  bytesToHex,
  concat,
  type Hex,
  hexToBytes,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { openKeystoreSigner } from './keystore-signer.ts'

/** The test vectors of the specification; their password is "testpassword". */
const SECRET = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const ADDRESS = privateKeyToAccount(SECRET).address
const PBKDF2_VECTOR = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}

/** Write a file as geth does, with nothing of the library that reads it. */
function writeAsGeth(secret: Hex, password: string, address = privateKeyToAccount(secret).address) {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const kdfparams = { dklen: 32, n: 4096, p: 6, r: 8, salt: salt.toString('hex') }
  const derived = scryptSync(password, salt, 32, { N: 4096, r: 8, p: 6 })
  const ciphertext = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(hexToBytes(secret))
  const mac = keccak256(concat([derived.subarray(16, 32), ciphertext]), 'hex').slice(2)
  return {
    address: address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: ciphertext.toString('hex'),
      cipherparams: { iv: iv.toString('hex') },
      kdf: 'scrypt',
      kdfparams,
      mac,
    },
    id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
    version: 3,
  }
}

const open = (keystore: unknown, password = 'testpassword', expected?: Hex) =>
  openKeystoreSigner({
    json: typeof keystore === 'string' ? keystore : JSON.stringify(keystore),
    password: async () => password,
    ...(expected ? { expected } : {}),
  })

const TRANSACTION = {
  type: 'eip1559',
  chainId: 31_337,
  to: ADDRESS,
  value: 5n,
  data: '0x1234',
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 7n,
  maxPriorityFeePerGas: 0n,
} as const

const GETH = writeAsGeth(SECRET, 'testpassword')

test.each([
  ['the specification (PBKDF2)', PBKDF2_VECTOR],
  ['geth (scrypt)', GETH],
])('default: a file of %s opens, and its signatures are the account’s', async (_, keystore) => {
  const signer = await open(keystore, 'testpassword', ADDRESS)
  expect(signer.address).toBe(ADDRESS)
  const raw = await signer.signTransaction(TRANSACTION)
  expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(ADDRESS)
  expect(parseTransaction(raw)).toMatchObject({ chainId: 31_337, value: 5n, data: '0x1234' })
  expect(raw).toBe(await privateKeyToAccount(SECRET).signTransaction(TRANSACTION))
  signer.close()
})

test('I25: error: SIGNER_FAILED once closed; closing twice changes nothing', async () => {
  const signer = await open(GETH)
  signer.close()
  signer.close()
  await expect(signer.signTransaction(TRANSACTION)).rejects.toMatchObject({ code: 'SIGNER_FAILED' })
})

test('I25: error: KEYSTORE_PASSWORD for a wrong password and for changed bytes alike', async () => {
  await expect(open(GETH, 'another')).rejects.toMatchObject({ code: 'KEYSTORE_PASSWORD', layer: 'custody' })
  const changed = structuredClone(GETH)
  changed.crypto.ciphertext = `${changed.crypto.ciphertext.slice(0, -2)}00`
  const problem = open(changed)
  await expect(problem).rejects.toMatchObject({ code: 'KEYSTORE_PASSWORD' })
})

const withCrypto = (change: object) => ({ ...GETH, crypto: { ...GETH.crypto, ...change } })
const withParams = (change: object) => withCrypto({ kdfparams: { ...GETH.crypto.kdfparams, ...change } })
const withRounds = (c: number) => {
  const { crypto } = PBKDF2_VECTOR
  return { ...PBKDF2_VECTOR, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, c } } }
}

test.each<[string, unknown]>([
  ['no JSON', '{"version": 3,'],
  ['null', 'null'],
  ['another version', { ...GETH, version: 1 }],
  ['no version', { ...GETH, version: undefined }],
  ['another cipher', withCrypto({ cipher: 'aes-256-gcm' })],
  ['another derivation', withCrypto({ kdf: 'argon2id' })],
  ['a short key', withCrypto({ ciphertext: '00' })],
  ['bytes that are no hex', withCrypto({ mac: 'zz'.repeat(32) })],
  ['endless work', withParams({ n: 2 ** 40 })],
  ['endless memory', withParams({ n: 2 ** 20, r: 64, p: 1 })],
  ['memory beyond the bound', withParams({ n: 2 ** 20, r: 9, p: 1 })],
  ['work beyond the bound', withParams({ n: 2 ** 20, r: 8, p: 3 })],
  ['too many blocks', withParams({ p: 65 })],
  ['too large a block', withParams({ r: 65 })],
  ['too many rounds', withRounds(10_000_001)],
  ['a cost that is no power of two', withParams({ n: 5000 })],
  ['no salt', withParams({ salt: undefined })],
])('error: KEYSTORE_INVALID for %s, before the password is asked for', async (_, keystore) => {
  const asked: string[] = []
  const opening = openKeystoreSigner({
    json: typeof keystore === 'string' ? keystore : JSON.stringify(keystore),
    async password() {
      asked.push('asked')
      return 'testpassword'
    },
  })
  await expect(opening).rejects.toMatchObject({ code: 'KEYSTORE_INVALID', layer: 'custody' })
  expect(asked).toEqual([])
})

test.each<[string, unknown]>([
  ['memory and work at the bound', withParams({ n: 2 ** 20, r: 8, p: 2 })],
  ['as many blocks as may be', withParams({ p: 64 })],
  ['as large a block as may be', withParams({ r: 64 })],
  ['as many rounds as may be', withRounds(10_000_000)],
])('behavior: a file with %s is asked its password for', async (_, keystore) => {
  const opening = openKeystoreSigner({
    json: JSON.stringify(keystore),
    password: () => Promise.reject(new Error('asked')),
  })
  await expect(opening).rejects.toThrow('asked')
})

test('behavior: parameters of the other derivation change nothing', async () => {
  expect((await open(withParams({ c: 1 }))).address).toBe(ADDRESS)
})

test('behavior: other work goes on while a key is derived', async () => {
  for (const keystore of [GETH, PBKDF2_VECTOR]) {
    // What goes on from here comes to the immediate before it comes to what else is read.
    await stat('.')
    const order: string[] = []
    setImmediate(() => order.push('other work'))
    await open(keystore)
    order.push('open')
    expect(order).toEqual(['other work', 'open'])
  }
})

test('error: SIGNER_WRONG_KEY when the file or the caller names another account', async () => {
  const other = '0x0000000000000000000000000000000000000001'
  const mislabelled = writeAsGeth(SECRET, 'testpassword', other)
  await expect(open(mislabelled)).rejects.toMatchObject({ code: 'SIGNER_WRONG_KEY' })
  await expect(open(GETH, 'testpassword', other)).rejects.toMatchObject({
    code: 'SIGNER_WRONG_KEY',
    args: { found: ADDRESS, expected: other },
  })
})

test('I43: neither key nor password is in any message or in the signer itself', async () => {
  const failures = await Promise.all([
    open(GETH, 'not the passphrase').catch(String),
    open({ ...GETH, version: 'not the passphrase' }).catch(String),
    open(GETH, 'testpassword', '0x0000000000000000000000000000000000000001').catch(String),
  ])
  const signer = await open(GETH)
  const text = [...failures, JSON.stringify(signer), String(signer)].join('\n')
  expect(text).not.toContain('passphrase')
  expect(text).not.toContain('testpassword')
  expect(text).not.toContain(SECRET.slice(2))
})

/** What buffers held that were filled meanwhile, with what they hold afterwards. */
async function watchFills(body: () => Promise<unknown>): Promise<ReadonlyMap<Hex, Hex>> {
  const filled: { readonly held: Hex; readonly buffer: Uint8Array }[] = []
  const spies = [Uint8Array.prototype, Buffer.prototype].map((prototype: Uint8Array) => {
    const { fill } = prototype
    return vi.spyOn(prototype, 'fill').mockImplementation(function (this: Uint8Array, ...given) {
      filled.push({ held: bytesToHex(this), buffer: this })
      return fill.apply(this, given)
    })
  })
  await body().finally(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return new Map(filled.map(({ held, buffer }) => [held, bytesToHex(buffer)]))
}
const ZEROS: Hex = `0x${'00'.repeat(32)}`

test('I43: closing overwrites the key with zeros', async () => {
  const signer = await open(GETH)
  expect(await watchFills(async () => signer.close())).toEqual(new Map([[SECRET, ZEROS]]))
})

test.each<[string, string, Hex | undefined]>([
  ['opens', 'testpassword', SECRET],
  ['does not open', 'another', undefined],
])('I43: what the password derives is overwritten with zeros once the file %s', async (_, password, kept) => {
  const { n: N, r, p, salt } = GETH.crypto.kdfparams
  const derived = bytesToHex(scryptSync(password, Buffer.from(salt, 'hex'), 32, { N, r, p }))
  const fills = await watchFills(() => open(GETH, password).catch(() => undefined))
  expect(fills.get(derived)).toBe(ZEROS)
  // The signer holds it still.
  expect(kept && fills.get(kept)).toBeUndefined()
})

test('I43: a key that is not the expected one is overwritten with zeros', async () => {
  const other = '0x0000000000000000000000000000000000000001'
  const fills = await watchFills(() => open(GETH, 'testpassword', other).catch(() => undefined))
  expect(fills.get(SECRET)).toBe(ZEROS)
})
