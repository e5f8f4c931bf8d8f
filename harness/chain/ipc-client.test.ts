import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import { connectIpc } from './ipc-client.ts'
import { createReadMemory } from './read-memory.ts'

type Handler = (request: { id: number; method: string; params: unknown[] }, socket: Socket) => void

const directory = mkdtempSync(join(tmpdir(), 'assay-ipc-'))
const path = join(directory, 'node.ipc')
let server: Server
let handle: Handler
let connections: Socket[]

const answer = (socket: Socket, body: object) => socket.write(`${JSON.stringify(body)}\n`)

const listen = () =>
  new Promise<void>((resolve) => {
    server = createServer((socket) => {
      connections.push(socket)
      socket.on('error', () => {})
      socket.on('data', (data) => {
        for (const line of data.toString().split('\n').filter(Boolean)) handle(JSON.parse(line), socket)
      })
    }).listen(path, resolve)
  })

beforeEach(async () => {
  connections = []
  handle = ({ id, method }, socket) => answer(socket, { id, result: method })
  await listen()
})
afterEach(async () => {
  for (const socket of connections) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  rmSync(path, { force: true })
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('default', async () => {
  const rpc = await connectIpc(path)
  expect(await rpc.request('eth_chainId')).toBe('eth_chainId')
  expect(rpc.roundTrips).toBe(1)
  rpc.resetRoundTrips()
  expect(rpc.roundTrips).toBe(0)
  rpc.close()
})

test('behavior: answers out of order, in pieces, with braces, newlines and long ones', async () => {
  const held: (() => void)[] = []
  const results: Record<string, unknown> = {
    first: 'x'.repeat(3_000_000),
    second: '{{[\n"\u00e9\u{1f680}',
    third: null,
  }
  handle = ({ id, method }, socket) => {
    held.unshift(() => {
      const bytes = Buffer.from(`${JSON.stringify({ id, result: results[method] })}\n`)
      // Cut inside whatever is there, a character of several bytes included.
      for (let start = 0; start < bytes.length; start += 65_537)
        socket.write(bytes.subarray(start, start + 65_537))
    })
    if (held.length === 3) for (const send of held) send()
  }
  const rpc = await connectIpc(path)
  const names = Object.keys(results)
  expect(await Promise.all(names.map((name) => rpc.request(name)))).toEqual(Object.values(results))
  rpc.close()
})

test('behavior: reads of one turn share a message, each with an answer of its own; what writes goes alone', async () => {
  const messages: (string | string[])[] = []
  const answerTo = ({ id, method }: { id: number; method: string }) =>
    method === 'eth_getCode' ? { id, error: { code: 3, message: 'gone' } } : { id, result: method }
  handle = (asked, socket) => {
    const batch = [asked].flat()
    messages.push(Array.isArray(asked) ? batch.map(({ method }) => method) : asked.method)
    answer(socket, Array.isArray(asked) ? batch.map(answerTo).reverse() : answerTo(asked))
  }
  const rpc = await connectIpc(path)
  const names = ['eth_call', 'eth_getCode', 'evm_mine', 'eth_getBalance', 'eth_sendRawTransaction']
  const asked = await Promise.allSettled(
    [...names, 'eth_chainId', 'eth_call'].map((name) => rpc.request(name)),
  )
  expect(messages).toEqual([
    ['eth_call', 'eth_getCode'],
    'evm_mine',
    'eth_getBalance',
    'eth_sendRawTransaction',
    ['eth_chainId', 'eth_call'],
  ])
  expect(asked.map(({ status }) => status)).toEqual(
    names.concat('', '').map((name) => (name === 'eth_getCode' ? 'rejected' : 'fulfilled')),
  )
  expect(rpc.roundTrips).toBe(7)
  rpc.close()
})

test('behavior: reads of the chain are recalled until something that may change it is asked over any connection', async () => {
  let answers = 0
  let finishChange = () => {}
  handle = ({ id, method }, socket) => {
    answers += 1
    if (method === 'eth_getCode') answer(socket, { id, error: { code: 3, message: 'gone' } })
    else if (method === 'evm_mine') finishChange = () => answer(socket, { id, result: answers })
    else answer(socket, { id, result: answers })
  }
  const memory = createReadMemory()
  const [rpc, other] = await Promise.all([
    connectIpc(path, { memory, recalls: true }),
    connectIpc(path, { memory }),
  ])
  const read = (block = 'latest', method = 'eth_getBalance') => rpc.request(method, ['0x01', block])

  expect([await read(), await read(), await read('0x1'), await read()]).toEqual([1, 1, 2, 1])
  expect(await Promise.all([read('0x2'), read('0x2')])).toEqual([3, 3])
  expect(rpc.roundTrips).toBe(3)
  // What others may add to, the pool, is asked each time, as is what failed, and all that others ask.
  expect([await read('pending'), await read('pending')]).toEqual([4, 5])
  expect([await read('', 'txpool_status'), await read('', 'txpool_status')]).toEqual([6, 7])
  for (const _ of [1, 2]) await expect(read('latest', 'eth_getCode')).rejects.toThrow('gone')
  expect(await other.request('eth_getBalance', ['0x01', 'latest'])).toBe(10)

  const changed = other.request('evm_mine')
  expect([await read(), await read()]).toEqual([12, 13])
  finishChange()
  await changed
  expect([await read(), await read()]).toEqual([14, 14])
  rpc.close()
  other.close()
})

test('behavior: notifications and unknown ids are passed over', async () => {
  handle = ({ id }, socket) => {
    answer(socket, { method: 'eth_subscription', params: {} })
    answer(socket, { id: 99, result: 'stranger' })
    answer(socket, { id, result: 'own' })
  }
  const rpc = await connectIpc(path)
  expect(await rpc.request('eth_chainId')).toBe('own')
  rpc.close()
})

test('behavior: hooks see what is sent', async () => {
  const rpc = await connectIpc(path)
  const seen: unknown[] = []
  const end = rpc.onRequest?.((method, params) => seen.push([method, params]))
  await rpc.request('eth_getCode', ['0x', 'latest'])
  end?.()
  await rpc.request('eth_chainId')
  expect(seen).toEqual([['eth_getCode', ['0x', 'latest']]])
  rpc.close()
})

test('behavior: waits for a socket that appears later', async () => {
  await new Promise((resolve) => server.close(resolve))
  const connecting = connectIpc(path, { timeoutMs: 10_000 })
  await listen()
  const rpc = await connecting
  expect(await rpc.request('eth_chainId')).toBe('eth_chainId')
  rpc.close()
})

test('error: RpcError', async () => {
  handle = ({ id }, socket) =>
    answer(socket, { id, error: { code: 3, message: 'reverted', data: '0x08c379a0' } })
  const rpc = await connectIpc(path)
  await expect(rpc.request('eth_call')).rejects.toMatchObject({
    name: 'RpcError',
    code: 3,
    data: '0x08c379a0',
    method: 'eth_call',
  })
  rpc.close()
})

test('error: RpcError for all that waits where the node cannot read what it was asked, and says so of no request', async () => {
  handle = (asked, socket) => {
    if (Array.isArray(asked))
      answer(socket, { id: null, error: { code: -32_600, message: 'Invalid request' } })
    else answer(socket, { id: asked.id, result: asked.method })
  }
  const rpc = await connectIpc(path)
  const asked = await Promise.allSettled(['eth_call', 'eth_getCode'].map((name) => rpc.request(name)))
  expect(asked).toMatchObject(
    ['eth_call', 'eth_getCode'].map((method) => ({ reason: { name: 'RpcError', code: -32_600, method } })),
  )
  expect(await rpc.request('eth_chainId')).toBe('eth_chainId')
  rpc.close()
})

test('error: RPC_UNREACHABLE', async () => {
  await expect(connectIpc(join(directory, 'none.ipc'), { timeoutMs: 0 })).rejects.toMatchObject({
    code: 'RPC_UNREACHABLE',
    details: { where: join(directory, 'none.ipc') },
  })
})

test('error: RPC_CLOSED for everything pending, and afterwards', async () => {
  handle = ({ method }, socket) => {
    if (method === 'last') socket.destroy()
  }
  const rpc = await connectIpc(path)
  const pending = [rpc.request('first'), rpc.request('second'), rpc.request('last')]
  const results = await Promise.allSettled(pending)
  for (const result of results) expect(result).toMatchObject({ reason: { code: 'RPC_CLOSED' } })
  await expect(rpc.request('later')).rejects.toMatchObject({ code: 'RPC_CLOSED' })
})

test('error: RPC_CLOSED by the harness itself', async () => {
  handle = () => {}
  const rpc = await connectIpc(path)
  const pending = rpc.request('eth_chainId')
  rpc.close()
  await expect(pending).rejects.toMatchObject({ code: 'RPC_CLOSED' })
  await expect(rpc.request('later')).rejects.toMatchObject({ code: 'RPC_CLOSED' })
})

test('error: RPC_CLOSED for an answer that is not JSON', async () => {
  handle = (_, socket) => socket.write('<html>\n')
  const rpc = await connectIpc(path)
  await expect(rpc.request('eth_chainId')).rejects.toMatchObject({
    code: 'RPC_CLOSED',
    shortMessage: expect.stringContaining('not JSON'),
  })
})

test('behavior: explainClose says why', async () => {
  handle = (_, socket) => socket.destroy()
  const explained = new HarnessError('ANVIL_EXITED', 'gone', { hint: 'look' })
  const rpc = await connectIpc(path, { explainClose: async () => explained })
  await expect(rpc.request('eth_chainId')).rejects.toBe(explained)
})
