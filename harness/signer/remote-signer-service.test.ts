import type { Hex, TransactionSerializableEIP1559, TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createRemoteSigner,
  REMOTE_SIGNER_TIMEOUT_MS,
} from '../../tools/safety/custody/signers/remote-signer.ts'
import { postOverHttp } from './post-over-http.ts'
import type { RemoteSignerMode } from './remote-signer-mode.ts'
import { type RemoteSignerService, startRemoteSignerService } from './remote-signer-service.ts'

const KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const OTHER_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const TOKEN = 'a-token-that-stands-in-no-message'
const account = privateKeyToAccount(KEY)

const TRANSACTION = {
  type: 'eip1559',
  chainId: 31_337,
  to: account.address,
  value: 0n,
  data: '0x1234',
  nonce: 3,
  gas: 100_000n,
  maxFeePerGas: 7n,
  maxPriorityFeePerGas: 1n,
} as const satisfies TransactionSerializableEIP1559
const TYPED_DATA = {
  domain: { name: 'Permit2', chainId: 31_337, verifyingContract: account.address },
  types: { Mail: [{ name: 'to', type: 'address' }] },
  primaryType: 'Mail',
  message: { to: account.address },
} as const satisfies TypedDataDefinition

let service: RemoteSignerService
afterEach(() => service.close())

/** A signer over a service, and timers that fire when the service holds a request. */
async function connect({ mode = 'on' as RemoteSignerMode, token = TOKEN } = {}) {
  let expire = () => {}
  const delays: number[] = []
  service = await startRemoteSignerService({
    mode,
    privateKey: KEY,
    strangerKey: OTHER_KEY,
    token: TOKEN,
    onHeld: () => expire(),
  })
  const setTimer = (delayMs: number, callback: () => void) => {
    delays.push(delayMs)
    expire = callback
    return () => void delays.pop()
  }
  const signer = createRemoteSigner({
    url: service.url,
    address: account.address,
    token,
    post: postOverHttp,
    clock: { setTimer },
  })
  return { signer, delays }
}

const CODES: readonly (readonly [RemoteSignerMode, ofTransaction: string, ofTypedData: string])[] = [
  ['down', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['slow', 'SIGNER_TIMED_OUT', 'SIGNER_TIMED_OUT'],
  ['other-bytes', 'SIGNED_BYTES_DIFFER', 'SIGNER_WRONG_KEY'],
  ['other-chain', 'SIGNED_BYTES_DIFFER', 'SIGNER_WRONG_KEY'],
  ['other-key', 'SIGNER_WRONG_KEY', 'SIGNER_WRONG_KEY'],
  ['high-s', 'SIGNED_BYTES_DIFFER', 'SIGNER_FAILED'],
  ['garbage', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['html', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['truncated', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['endless', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['another-id', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['another-answer', 'SIGNED_BYTES_DIFFER', 'SIGNER_FAILED'],
  ['refuses', 'SIGNER_FAILED', 'SIGNER_FAILED'],
  ['redirects', 'SIGNER_FAILED', 'SIGNER_FAILED'],
]

describe('a remote signer over its service', () => {
  test('default: it signs what the key would have signed, and answers as a viem account', async () => {
    const { signer, delays } = await connect()
    expect(signer.address).toBe(account.address)
    expect(await signer.signTransaction(TRANSACTION)).toBe(await account.signTransaction(TRANSACTION))
    expect(await signer.signTypedData(TYPED_DATA)).toBe(await account.signTypedData(TYPED_DATA))
    expect(delays).toEqual([])
  })

  test.each(CODES)('I15: a service that is %s signs nothing', async (mode, ofTransaction, ofTypedData) => {
    const { signer } = await connect({ mode })
    for (const [code, sign] of [
      [ofTransaction, () => signer.signTransaction(TRANSACTION)],
      [ofTypedData, () => signer.signTypedData(TYPED_DATA)],
    ] as const) {
      const error = await sign().catch((cause: unknown) => cause)
      expect(error).toMatchObject({ code, layer: 'custody' })
      const { message, stack } = error as Error
      expect(`${message} ${stack} ${JSON.stringify(error)}`).not.toMatch(/token-that|Ignore|doctype/)
    }
    expect(service.asked).toBe(mode === 'down' ? 0 : 2)
  })

  test('I15: the answer to what was asked before is no answer', async () => {
    const { signer } = await connect()
    await signer.signTypedData(TYPED_DATA)
    await service.setMode('another-answer')
    const other = { ...TYPED_DATA, message: { to: '0x0000000000000000000000000000000000000001' } } as const
    await expect(signer.signTypedData(other)).rejects.toMatchObject({ code: 'SIGNER_WRONG_KEY' })
  })

  test('behavior: its time is bounded, and the connection is given up', async () => {
    const { signer, delays } = await connect({ mode: 'slow' })
    const asking = signer.signTransaction(TRANSACTION)
    expect(delays).toEqual([REMOTE_SIGNER_TIMEOUT_MS])
    await expect(asking).rejects.toMatchObject({ args: { timeoutMs: REMOTE_SIGNER_TIMEOUT_MS } })
    await service.setMode('on')
    expect(await signer.signTransaction(TRANSACTION)).toBe(await account.signTransaction(TRANSACTION))
  })

  test('behavior: after a restart at the same place it signs again', async () => {
    const { signer } = await connect()
    await signer.signTransaction(TRANSACTION)
    await service.setMode('down')
    await expect(signer.signTransaction(TRANSACTION)).rejects.toMatchObject({
      args: { reason: 'it cannot be reached (ECONNREFUSED)' },
    })
    await service.setMode('on')
    expect(await signer.signTransaction(TRANSACTION)).toBe(await account.signTransaction(TRANSACTION))
  })

  test('behavior: what is asked right after a change of mode is answered in it', async () => {
    const { signer } = await connect()
    for (let round = 0; round < 20; round += 1) {
      await signer.signTransaction(TRANSACTION)
      void service.setMode('on')
      await signer.signTransaction(TRANSACTION)
    }
    expect(service.asked).toBe(40)
  })

  test('error: SIGNER_FAILED with a token that the service does not know', async () => {
    const { signer } = await connect({ token: 'another token' })
    await expect(signer.signTransaction(TRANSACTION)).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
      args: { reason: 'it answered with status 401' },
    })
    expect(service.asked).toBe(0)
  })
})
