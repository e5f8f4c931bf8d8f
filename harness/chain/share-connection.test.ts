import { expect, test } from 'vitest'
import { createRequestCounter } from './request-counter.ts'
import type { RpcClient } from './rpc-client.ts'
import { shareConnection } from './share-connection.ts'

function createConnection() {
  const counter = createRequestCounter()
  const asked: unknown[] = []
  const rpc = {
    async request(method: string, params: readonly unknown[] = []) {
      counter.count(method, params)
      asked.push([method, params])
      return method
    },
    get roundTrips() {
      return counter.roundTrips
    },
    resetRoundTrips: counter.resetRoundTrips,
    close: () => undefined,
  } as RpcClient
  return { rpc, asked }
}

test('default: a side counts its own requests, the connection those of both', async () => {
  const { rpc, asked } = createConnection()
  const side = shareConnection(rpc)
  await rpc.request('eth_chainId')
  expect(await side.request('eth_call', [1])).toBe('eth_call')
  expect([side.roundTrips, rpc.roundTrips]).toEqual([1, 2])
  expect(asked).toEqual([
    ['eth_chainId', []],
    ['eth_call', [1]],
  ])
  side.resetRoundTrips()
  expect([side.roundTrips, rpc.roundTrips]).toEqual([0, 2])
})
