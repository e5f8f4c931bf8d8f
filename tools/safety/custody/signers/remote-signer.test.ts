import type { Hex, TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import {
  createRemoteSigner,
  type HttpMessage,
  type PostMessage,
  REMOTE_ANSWER_BYTES,
} from './remote-signer.ts'

const KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const account = privateKeyToAccount(KEY)
const URL_OF = 'https://signer.example/rpc'
const TRANSACTION = {
  type: 'eip1559',
  chainId: 31_337,
  to: account.address,
  value: 5n,
  data: '0x1234',
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 7n,
  maxPriorityFeePerGas: 1n,
} as const
const TYPED_DATA = {
  domain: { chainId: 31_337 },
  types: { Mail: [{ name: 'to', type: 'address' }] },
  primaryType: 'Mail',
  message: { to: account.address },
} as const

const clock = { setTimer: () => () => undefined }
const signerOver = (post: PostMessage, token?: string) =>
  createRemoteSigner({ url: URL_OF, address: account.address, post, clock, ...(token ? { token } : {}) })

const bodyOf = async function* (...pieces: readonly (string | Uint8Array)[]) {
  for (const piece of pieces) yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
}
const answering = (...pieces: readonly (string | Uint8Array)[]) =>
  signerOver(async () => ({ status: 200, body: bodyOf(...pieces) }))
const result = (value: unknown, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, result: value })

describe('createRemoteSigner', () => {
  test('default: what goes to the service', async () => {
    const asked: HttpMessage[] = []
    const raw = await account.signTransaction(TRANSACTION)
    const signer = signerOver(async (message) => {
      asked.push(message)
      return { status: 200, body: bodyOf(result(raw, JSON.parse(message.body).id)) }
    }, 'the token')
    await signer.signTransaction(TRANSACTION)
    await signer.signTransaction(TRANSACTION)
    expect(asked[0]).toMatchObject({
      url: URL_OF,
      headers: { authorization: 'Bearer the token', 'content-type': 'application/json' },
    })
    expect(asked.map(({ body }) => JSON.parse(body).id)).toEqual([1, 2])
    expect(JSON.parse(asked[0]?.body as string)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_signTransaction',
      params: [
        {
          from: account.address,
          to: account.address,
          type: '0x2',
          chainId: '0x7a69',
          nonce: '0x0',
          value: '0x5',
          data: '0x1234',
          gas: '0x5208',
          maxFeePerGas: '0x7',
          maxPriorityFeePerGas: '0x1',
        },
      ],
    })
  })

  test('behavior: an answer in pieces is one', async () => {
    const raw = await account.signTransaction(TRANSACTION)
    const text = result(raw)
    expect(await answering(text.slice(0, 9), '', text.slice(9)).signTransaction(TRANSACTION)).toBe(raw)
  })

  test.each<[string, readonly (string | Uint8Array)[], string]>([
    ['nothing', [], 'it answered no JSON'],
    ['null', ['null'], 'it answered no JSON-RPC 2.0'],
    ['another version', ['{"jsonrpc":"1.0","id":1,"result":"0x"}'], 'it answered no JSON-RPC 2.0'],
    ['no identifier', ['{"jsonrpc":"2.0","result":"0x"}'], 'it answered another request'],
    ['its identifier as text', [result('0x', '1')], 'it answered another request'],
    ['no result', ['{"jsonrpc":"2.0","id":1}'], 'it answered no bytes'],
    ['a number', [result(1)], 'it answered no bytes'],
    ['an object', [result({ signed_transaction: '0x' })], 'it answered no bytes'],
    ['bytes that are no text', [new Uint8Array([0xff, 0xfe])], 'it answered no text'],
    ['half a character', [new Uint8Array([0xe2, 0x82])], 'it answered no text'],
    [
      'a result and an error',
      ['{"jsonrpc":"2.0","id":1,"result":"0x","error":{"code":7}}'],
      'it refused (code 7)',
    ],
    ['an error that is text', ['{"jsonrpc":"2.0","id":1,"error":"send all funds"}'], 'it refused'],
    ['a code that is a sentence', ['{"jsonrpc":"2.0","id":1,"error":{"code":"send all"}}'], 'it refused'],
  ])('error: SIGNER_FAILED for %s', async (_, pieces, reason) => {
    await expect(answering(...pieces).signTransaction(TRANSACTION)).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
      layer: 'custody',
      args: { reason },
    })
  })

  test('error: SIGNER_FAILED as soon as an answer is too long; the rest is not read', async () => {
    let pieces = 0
    const endless = async function* () {
      for (;;) {
        pieces += 1
        yield new Uint8Array(REMOTE_ANSWER_BYTES / 4).fill(32)
      }
    }
    const signer = signerOver(async () => ({ status: 200, body: endless() }))
    await expect(signer.signTransaction(TRANSACTION)).rejects.toMatchObject({
      args: { reason: `it answered more than ${REMOTE_ANSWER_BYTES} bytes` },
    })
    expect(pieces).toBe(5)
  })

  test('I43: error: SIGNER_FAILED for any other status, and for what the port throws, whose text is left out', async () => {
    const said = signerOver(async () => ({ status: 500, body: bodyOf(result('0x')) }))
    await expect(said.signTransaction(TRANSACTION)).rejects.toMatchObject({
      args: { reason: 'it answered with status 500' },
    })
    const thrown = signerOver(async () => {
      throw Object.assign(new Error('POST with Bearer the token'), { code: 'ECONNRESET' })
    }, 'the token')
    await expect(thrown.signTransaction(TRANSACTION)).rejects.toMatchObject({
      args: { reason: 'it cannot be reached (ECONNRESET)' },
    })
  })

  test('I47: error: SIGNER_TIMED_OUT; the connection is given up and a late answer worth nothing', async () => {
    let fire = () => {}
    const held = Promise.withResolvers<void>()
    const raw = await account.signTransaction(TRANSACTION)
    let signal: AbortSignal | undefined
    const signer = createRemoteSigner({
      url: URL_OF,
      address: account.address,
      async post(_, given) {
        signal = given
        await held.promise
        return { status: 200, body: bodyOf(result(raw)) }
      },
      clock: {
        setTimer(_, callback) {
          fire = callback
          return () => undefined
        },
      },
    })
    const signing = signer.signTransaction(TRANSACTION)
    expect(signal?.aborted).toBe(false)
    fire()
    await expect(signing).rejects.toMatchObject({ code: 'SIGNER_TIMED_OUT', layer: 'custody' })
    expect(signal?.aborted).toBe(true)
    held.resolve()
  })

  test('behavior: typed data goes with the struct of its domain', async () => {
    const signature = await account.signTypedData(TYPED_DATA)
    let asked: readonly string[] = []
    const signer = signerOver(async ({ body }) => {
      const { method, params } = JSON.parse(body)
      asked = [method, ...params]
      return { status: 200, body: bodyOf(result(signature)) }
    })
    expect(await signer.signTypedData(TYPED_DATA)).toBe(signature)
    const [method, from, text] = asked
    expect([method, from]).toEqual(['eth_signTypedData_v4', account.address])
    expect(JSON.parse(text as string)).toMatchObject({
      types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }] },
      domain: TYPED_DATA.domain,
    })
  })

  test('error: SIGNER_FAILED for a signature that ends with 0 or 1, which contracts do not take', async () => {
    const signature = await account.signTypedData(TYPED_DATA)
    const parity = Number.parseInt(signature.slice(-2), 16) - 27
    const signer = answering(result(`${signature.slice(0, -2)}0${parity}`))
    await expect(signer.signTypedData(TYPED_DATA)).rejects.toMatchObject({ code: 'SIGNER_FAILED' })
  })

  test.each<[string, TransactionSerializable]>([
    ['without a nonce', { ...TRANSACTION, nonce: undefined }],
    ['that creates a contract', { ...TRANSACTION, to: null }],
    ['of another type', { ...TRANSACTION, type: 'eip2930' } as never],
    ['with an access list', { ...TRANSACTION, accessList: [{ address: account.address, storageKeys: [] }] }],
  ])('error: SIGNER_FAILED for a transaction %s, which is not asked for', async (_, transaction) => {
    const post = vi.fn()
    await expect(signerOver(post).signTransaction(transaction as never)).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
    })
    expect(post).not.toHaveBeenCalled()
  })

  test('error: SIGNER_FAILED for a message, which could be anything', async () => {
    const post = vi.fn()
    await expect(signerOver(post).signMessage({ message: 'hello' })).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
    })
    expect(post).not.toHaveBeenCalled()
  })

  test.each([
    ['not a URL', /expected a URL/],
    ['http://signer.example/', /expected https/],
    ['http://127.0.0.1.example/', /expected https/],
    ['ftp://127.0.0.1/', /expected https/],
    ['https://key:word@signer.example/', /without user name and password/],
  ])('error: %s is no place for a token', (url, problem) => {
    const open = () => createRemoteSigner({ url, address: account.address, post: vi.fn(), clock })
    expect(open).toThrow(problem)
    expect(open).not.toThrow('key:word')
  })

  test.each([
    'http://127.0.0.1:8080/',
    'http://[::1]:1/',
    'http://localhost/',
    URL_OF,
  ])('behavior: %s is one', (url) => {
    expect(createRemoteSigner({ url, address: account.address, post: vi.fn(), clock }).address).toBe(
      account.address,
    )
  })
})
