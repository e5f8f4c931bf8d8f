import { expect, test } from 'vitest'
import { createLaggingNode } from './stale-head.ts'

/** A node whose head is block 16, and which has one log, block and transaction of each of the last two blocks. */
const HEAD = '0x10'
const BEFORE = '0xf'
const ANSWERS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_blockNumber: () => HEAD,
  eth_call: ([, block]) => `called at ${block}`,
  eth_getBlockByNumber: ([block]) => ({ number: block }),
  eth_getBlockByHash: ([hash]) => ({ number: hash === '0xnew' ? HEAD : BEFORE }),
  eth_getLogs: () => [{ blockNumber: BEFORE }, { blockNumber: HEAD }],
  eth_getTransactionReceipt: ([hash]) => ({ blockNumber: hash === '0xnew' ? HEAD : BEFORE }),
  eth_getTransactionByHash: () => ({ blockNumber: null }),
}

/** What a node says that is one block behind. */
const ask = createLaggingNode(
  async <T>(method: string, params: readonly unknown[]) => ANSWERS[method]?.(params) as T,
  0n,
)
const askBehind = (method: string, ...params: readonly unknown[]) => ask(method, params, 1)

test('default: the head is an older one, and what is read is read there', async () => {
  expect(await askBehind('eth_blockNumber')).toBe(BEFORE)
  expect(await askBehind('eth_call', {}, 'latest')).toBe(`called at ${BEFORE}`)
  expect(await askBehind('eth_call', {})).toBe(`called at ${BEFORE}`)
  expect(await askBehind('eth_getBlockByNumber', 'latest', false)).toEqual({ number: BEFORE })
  expect(await askBehind('eth_getBlockByNumber', '0x2', false)).toEqual({ number: '0x2' })
})

test('behavior: later blocks, and what is in them, are not there', async () => {
  expect(await askBehind('eth_getBlockByNumber', HEAD, false)).toBeNull()
  expect(await askBehind('eth_getBlockByHash', '0xnew', false)).toBeNull()
  expect(await askBehind('eth_getBlockByHash', '0xold', false)).toEqual({ number: BEFORE })
  expect(await askBehind('eth_getTransactionReceipt', '0xnew')).toBeNull()
  expect(await askBehind('eth_getTransactionReceipt', '0xold')).toEqual({ blockNumber: BEFORE })
  expect(await askBehind('eth_getTransactionByHash', '0xwaiting')).toEqual({ blockNumber: null })
  expect(await askBehind('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })).toEqual([
    { blockNumber: BEFORE },
  ])
})

test('error: -32000 for a state that is not there yet', async () => {
  await expect(askBehind('eth_call', {}, HEAD)).rejects.toMatchObject({ code: -32_000 })
})
