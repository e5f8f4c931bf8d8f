import { expect, onTestFinished, test } from 'vitest'
import { createRpcEndpoint, type RpcEndpoint } from '../chain/rpc-endpoint.ts'
import { WORLD } from './fixtures/world.ts'
import { startRecorder } from './recorder.ts'
import { createReplayEndpoint } from './replay-endpoint.ts'

/** An upstream whose head moves with every question. */
async function record(answers: Record<string, object> = {}) {
  const asked: string[] = []
  const upstream: RpcEndpoint = {
    label: 'the upstream',
    async post(body) {
      const { method } = JSON.parse(body) as { method: string }
      asked.push(method)
      const said = answers[method] ?? { result: `0x${asked.length.toString(16)}` }
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...said }) }
    },
  }
  const recorder = await startRecorder(upstream, WORLD, (text) => text.replaceAll('KEY', '…'))
  onTestFinished(() => recorder.stop())
  const endpoint = createRpcEndpoint(recorder.url)
  const post = async (through: RpcEndpoint, request: unknown) =>
    JSON.parse((await through.post(JSON.stringify(request))).body) as unknown
  return {
    asked,
    recorder,
    ask: (request: unknown) => post(endpoint, request),
    replay: (request: unknown) => post(createReplayEndpoint(recorder.cassette()), request),
  }
}

const call = (method: string, params: readonly unknown[] = [], id: unknown = 7) => ({ id, method, params })

test('default: each question is asked once, and answered so in the replay', async () => {
  const { ask, replay, asked } = await record()
  const request = call('eth_getCode', ['0xAb', '0x8b'])
  const first = await ask(request)
  expect(await ask({ ...request, params: ['0xaB', '0x8B'] })).toEqual(first)
  expect(asked.filter((method) => method === 'eth_getCode')).toHaveLength(1)
  expect(await replay(request)).toEqual(first)
})

test('behavior: what depends on time or head stays what it was at the start', async () => {
  const { ask, replay } = await record()
  const all = ['eth_chainId', 'eth_blockNumber', 'eth_gasPrice'].map((method) => call(method))
  const first = await ask(all)
  await ask(call('eth_getCode', ['0x01']))
  expect(await ask(all)).toEqual(first)
  expect(await replay(all)).toEqual(first)
})

test('behavior: of a refusal its code is kept, where it lasts', async () => {
  const { ask, replay, recorder } = await record({
    eth_getProof: { error: { code: -32_601, message: 'not with KEY' } },
    eth_getLogs: { error: { code: -32_005, message: 'KEY is over its quota' } },
    eth_getBlockByNumber: { result: { hash: '0x01', servedBy: 'KEY' } },
  })
  const refused = await ask(call('eth_getProof'))
  expect(refused).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_601, message: 'refused by the upstream' },
  })
  expect(await replay(call('eth_getProof'))).toEqual(refused)
  expect(await ask(call('eth_getLogs'))).toMatchObject({ error: { code: -32_005 } })
  await expect(replay(call('eth_getLogs'))).rejects.toMatchObject({ code: 'CASSETTE_MISS' })
  expect(await ask(call('eth_getBlockByNumber'))).toMatchObject({ result: { hash: '0x01', servedBy: '…' } })
  expect(JSON.stringify([...recorder.cassette().entries])).not.toContain('KEY')
})

test('behavior: what a fork races against questions that say the same is refused without being asked', async () => {
  const { ask, replay, asked, recorder } = await record()
  const request = call('eth_getAccountInfo', ['0xab', '0x8b'])
  const refused = await ask(request)
  expect(refused).toMatchObject({ error: { code: -32_601 } })
  expect(await replay(request)).toEqual(refused)
  expect(asked).not.toContain('eth_getAccountInfo')
  expect([...recorder.cassette().entries.values()].map(({ method }) => method)).not.toContain(
    'eth_getAccountInfo',
  )
})

test('error: CASSETTE_MISS with method and parameters; transactions of the fork itself were never there', async () => {
  const { replay } = await record()
  await expect(replay(call('eth_getStorageAt', ['0xab', '0x1', '0x8b']))).rejects.toMatchObject({
    code: 'CASSETTE_MISS',
    details: { where: 'eth_getStorageAt ["0xab","0x1","0x8b"]', hint: expect.stringContaining('--record') },
  })
  expect(await replay(call('eth_getTransactionReceipt', ['0x01']))).toMatchObject({ result: null })
})

test('error: RPC_UNREACHABLE for an upstream that gives no answer', async () => {
  const silent: RpcEndpoint = { label: 'silent', post: async () => ({ status: 429, body: 'slow down' }) }
  await expect(startRecorder(silent, WORLD, (text) => text)).rejects.toMatchObject({
    code: 'RPC_UNREACHABLE',
  })
})
