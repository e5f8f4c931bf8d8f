import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { type RpcClient, RpcError } from './rpc-client.ts'
import { createReadClient } from './viem-client.ts'

const ADDRESS = '0x00000000000000000000000000000000000000aa'

function createClient(answer: (method: string) => unknown) {
  const sent: string[] = []
  const rpc: RpcClient = {
    async request<T>(method: string) {
      sent.push(method)
      return answer(method) as T
    },
    roundTrips: 0,
    resetRoundTrips() {},
    close() {},
  }
  return { client: createReadClient(rpc, 31_337), sent }
}

test('default', async () => {
  const { client, sent } = createClient(() => '0x5')
  expect(await client.getBlockNumber()).toBe(5n)
  expect(await client.getBlockNumber()).toBe(5n)
  expect(sent).toEqual(['eth_blockNumber', 'eth_blockNumber'])
})

test('behavior: reads at once are requests of their own', async () => {
  const { client, sent } = createClient(() => '0x')
  await Promise.all([
    client.call({ to: ADDRESS }),
    client.call({ to: ADDRESS }),
    client.getCode({ address: ADDRESS }),
  ])
  expect(sent).toEqual(['eth_call', 'eth_call', 'eth_getCode'])
})

test('behavior: an error is not tried again', async () => {
  const { client, sent } = createClient((method) => {
    throw new RpcError(method, { code: -32_603, message: 'internal' })
  })
  await expect(client.getBalance({ address: ADDRESS })).rejects.toThrow('internal')
  expect(sent).toEqual(['eth_getBalance'])
})

test('behavior: a contract cannot make it fetch a URL', async () => {
  const types = ['address', 'string[]', 'bytes', 'bytes4', 'bytes'].map((type) => ({ type }))
  const values = [ADDRESS, ['http://127.0.0.1:1/{data}'], '0x', '0x12345678', '0x']
  const data = `0x556f1830${encodeAbiParameters(types, values).slice(2)}`
  const { client, sent } = createClient((method) => {
    throw new RpcError(method, { code: 3, message: 'execution reverted', data })
  })
  await expect(client.call({ to: ADDRESS, data: '0x12345678' })).rejects.toThrow('execution reverted')
  expect(sent).toEqual(['eth_call'])
})
