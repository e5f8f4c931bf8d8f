import { expect, onTestFinished, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import type { EndpointAnswer } from './rpc-endpoint.ts'
import { startUpstreamProxy, type UpstreamFault } from './upstream-proxy.ts'

const RESULT: EndpointAnswer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' }
const ASKED = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'

/** Start a proxy before an origin that answers the same to everything. */
async function start(answer: EndpointAnswer | HarnessError = RESULT) {
  const noted: unknown[] = []
  const heard: string[] = []
  const state = { answer, asked: 0 }
  const proxy = await startUpstreamProxy(
    {
      label: 'https://node.example',
      async post() {
        state.asked += 1
        if (state.answer instanceof HarnessError) throw state.answer
        return state.answer
      },
    },
    { fetched: [], note: (...told) => void noted.push(told), dropSince: () => undefined },
  )
  onTestFinished(proxy.stop)
  const inject = (fault: UpstreamFault) =>
    proxy.inject(fault, {
      onStruck: () => void heard.push('struck'),
      onHang: () => void heard.push('hang'),
      onDelay: (ms) => void heard.push(`delay ${ms}`),
    })
  const ask = async (body = ASKED) => {
    const response = await fetch(proxy.url, { method: 'POST', body })
    return { status: response.status, body: await response.text() }
  }
  return { proxy, inject, ask, noted, heard, state }
}

test('default: what is asked is answered as the origin does, and results are noted', async () => {
  const { proxy, ask, noted, state } = await start()
  expect(await ask()).toEqual(RESULT)
  state.answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"reverted"}}' }
  expect(await ask()).toEqual(state.answer)
  expect(noted).toEqual([[JSON.parse(ASKED), JSON.parse(RESULT.body)]])
  expect(proxy.failure).toBeUndefined()
})

test('behavior: each fault strikes as it says, is told, and is no failure of the origin', async () => {
  const { proxy, inject, ask, heard, state } = await start()
  for (const kind of ['error', 'error', 'http-429', 'http-503', 'truncated', 'delay'] as const) {
    inject({ kind, times: 1, delayMs: 7 })
  }
  expect(JSON.parse((await ask()).body)).toMatchObject({ id: 1, error: { code: -32_603 } })
  const batch = JSON.parse((await ask(`[${ASKED},${ASKED.replace('"id":1', '"id":2')}]`)).body)
  expect(batch).toMatchObject([
    { id: 1, error: {} },
    { id: 2, error: {} },
  ])
  expect([await ask(), await ask()]).toMatchObject([{ status: 429 }, { status: 503 }])
  expect(state.asked).toBe(0)
  expect((await ask()).body).toBe(RESULT.body.slice(0, Math.ceil(RESULT.body.length / 2)))
  expect(await ask()).toEqual(RESULT)
  expect(heard).toEqual([...Array(6).fill('struck'), 'delay 7'])
  expect(proxy.struck).toBe(6)
  expect(await ask()).toEqual(RESULT)
  expect(proxy.failure).toBeUndefined()
})

test('behavior: what hangs breaks off when it is healed, and all goes on', async () => {
  const { proxy, inject, ask, heard } = await start()
  inject({ kind: 'hang' })
  const hung = expect(ask()).rejects.toThrow()
  await expect.poll(() => heard).toEqual(['struck', 'hang'])
  proxy.heal()
  await hung
  expect(proxy.struck).toBe(0)
  expect(await ask()).toEqual(RESULT)
})

test('behavior: a stop waits for nothing that hangs', async () => {
  const { proxy, inject, ask, heard } = await start()
  inject({ kind: 'hang' })
  const hung = expect(ask()).rejects.toThrow()
  await expect.poll(() => heard).toContain('hang')
  await proxy.stop()
  await hung
})

const DOWN = new HarnessError('RPC_UNREACHABLE', 'down', { hint: 'wait' })

test.each<[string, EndpointAnswer | HarnessError, string]>([
  ['refuses', { status: 401, body: '{"error":"key"}' }, 'HTTP 401: {"error":"key"}'],
  ['answers a page', { status: 200, body: '<html>' }, 'HTTP 200: <html>'],
  ['does not answer', DOWN, 'down'],
])('error: RPC_UNREACHABLE is kept where the origin %s, until it is forgotten', async (_, answer, said) => {
  const { proxy, ask, inject, state } = await start(answer)
  if (answer instanceof HarnessError) await expect(ask()).rejects.toThrow()
  else expect(await ask()).toEqual(answer)
  state.answer = RESULT
  await ask()
  expect(proxy.failure).toMatchObject({ code: 'RPC_UNREACHABLE', message: expect.stringContaining(said) })
  proxy.forget()
  expect(proxy.failure).toBeUndefined()
  inject({ kind: 'error' })
  await proxy.ping()
  state.answer = answer
  await expect(proxy.ping()).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
})
