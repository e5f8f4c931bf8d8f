import * as Keystore from 'ox/Keystore'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import type { WalletConfig } from './config/config-schema.ts'
import { openWallet, secretsOf, type WalletPorts } from './open-wallet.ts'

const KEYS: readonly Hex[] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`, `0x${'33'.repeat(32)}`]
const [own, first, second] = KEYS.map((key) => privateKeyToAccount(key).address) as [Hex, Hex, Hex]
const PASSWORDS = { 'keystore password': 'a', 'owners password': 'b', 'signer token': 'c' } as const

function encrypt(privateKey: Hex, password: string): string {
  const [key, options] = Keystore.scrypt({ password, n: 1_024 })
  return JSON.stringify(Keystore.encrypt(privateKey, key, { ...options, id: 'test' }))
}
const FILES: Readonly<Record<string, string>> = {
  'key.json': encrypt(KEYS[0] as Hex, 'a'),
  'first.json': encrypt(KEYS[1] as Hex, 'b'),
  'second.json': encrypt(KEYS[2] as Hex, 'b'),
}
const open = (wallet: WalletConfig, operator = own, ports: Partial<WalletPorts> = {}) =>
  openWallet(wallet, {
    operator,
    readFile: (path) => FILES[path] ?? '',
    readSecret: (secret) => PASSWORDS[secret],
    post: vi.fn(),
    clock: { setTimer: () => () => undefined },
    ...ports,
  })

test("default: the operator's key in a file", async () => {
  const signing = await open({ keystore: 'key.json' })
  expect(signing).toMatchObject({ sender: own, signer: { address: own } })
  expect(signing.typedDataSigner).toBeDefined()
  expect(signing.contract).toBeUndefined()
})

test("behavior: the operator's key at a service, which is asked with the token", async () => {
  const post = vi.fn(() => Promise.reject(new Error('down')))
  const signing = await open({ remote_signer: 'https://signer.example/' }, own, { post })
  expect(signing).toMatchObject({ sender: own, signer: { address: own } })
  await signing.typedDataSigner
    ?.signTypedData({ domain: {}, types: { Mail: [] }, primaryType: 'Mail', message: {} })
    .catch(() => undefined)
  expect(post.mock.calls).toMatchObject([[{ headers: { authorization: 'Bearer c' } }, {}]])
})

test('behavior: a key that relays for a contract account, whose owners sign', async () => {
  const owners = ['first.json', 'second.json']
  const account = '0x00000000000000000000000000000000000000aa'
  const signing = await open({ keystore: 'key.json', account: 'safe', owners }, account)
  expect(signing).toMatchObject({
    sender: own,
    contract: { protocol: 'safe', owners: [{ address: first }, { address: second }] },
  })
  expect(signing.typedDataSigner).toBeUndefined()
  signing.close()
  for (const signer of signing.contract?.owners ?? []) {
    await expect(
      signer.signTypedData({ domain: {}, types: { Mail: [] }, primaryType: 'Mail', message: {} }),
    ).rejects.toMatchObject({ code: 'SIGNER_FAILED' })
  }
})

test('behavior: each wallet names the secrets that it needs', () => {
  expect(secretsOf({ keystore: 'key.json' })).toEqual(['keystore password'])
  expect(secretsOf({ remote_signer: 'https://signer.example/', account: 'safe' })).toEqual([
    'signer token',
    'owners password',
  ])
})

test.each<[string, WalletConfig]>([
  ['keystore', { keystore: 'first.json' }],
  ['address at a service', { remote_signer: 'https://signer.example/', address: first }],
])('I25: error: SIGNER_WRONG_KEY for the %s of another account', async (_, wallet) => {
  const opening = open(wallet, own, { readSecret: () => 'b' })
  await expect(opening).rejects.toMatchObject({ code: 'SIGNER_WRONG_KEY' })
})

test('error: KEYSTORE_PASSWORD for the keystore of an owner', async () => {
  const wallet = { keystore: 'key.json', account: 'safe', owners: ['first.json', 'key.json'] }
  await expect(open(wallet)).rejects.toMatchObject({ code: 'KEYSTORE_PASSWORD' })
})
