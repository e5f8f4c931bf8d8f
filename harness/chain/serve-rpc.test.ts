import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectIpc } from './ipc-client.ts'
import { type RpcClient, RpcError } from './rpc-client.ts'
import { serveRpc } from './serve-rpc.ts'

async function serve(request: (method: string, params?: readonly unknown[]) => Promise<unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const path = join(folder, 'node.sock')
  const server = await serveRpc(path, { request: request as RpcClient['request'] })
  const rpc = await connectIpc(path)
  onTestFinished(async () => {
    rpc.close()
    server.close()
    await once(server, 'close')
    rmSync(folder, { recursive: true })
  })
  return { path, rpc }
}

test('default: what is asked alone and together is answered, each with its own', async () => {
  const { rpc } = await serve(async (method, params) => [method, params])
  expect(await rpc.request('evm_mine', [1])).toEqual(['evm_mine', [1]])
  const names = ['eth_call', 'eth_getCode', 'eth_chainId']
  expect(await Promise.all(names.map((name) => rpc.request(name)))).toEqual(names.map((name) => [name, []]))
})

test('error: RpcError as the node told it, what it reverts with included', async () => {
  const { rpc } = await serve(async (method) => {
    if (method === 'eth_chainId') throw new Error('nobody is there')
    throw new RpcError(method, { code: 3, message: 'execution reverted', data: '0x08c379a0' })
  })
  await expect(rpc.request('eth_call')).rejects.toMatchObject({
    name: 'RpcError',
    message: 'eth_call: execution reverted',
    code: 3,
    data: '0x08c379a0',
  })
  await expect(rpc.request('eth_chainId')).rejects.toMatchObject({
    message: 'eth_chainId: nobody is there',
    code: -32_000,
  })
})

test.each([
  'half a li',
  'not JSON\n',
  'null\n',
  '[null]\n',
])('behavior: %j ends its connection alone', async (sent) => {
  const { path, rpc } = await serve(async () => 'there')
  const other = connect(path)
  other.end(sent)
  other.resume()
  await once(other, 'close')
  expect(await rpc.request('eth_chainId')).toBe('there')
})
