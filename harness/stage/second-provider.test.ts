import { expect, test } from 'vitest'
import type { ChainReader } from '../../tools/core/chain.ts'
import { createSecondProvider } from './second-provider.ts'

const CHAIN = {
  chainId: 1,
  getBlockNumber: async () => 7n,
  getTransactionReceipt: async () => ({ status: 'success' }),
  readState: async () => ({ blockNumber: 7n }),
} as unknown as ChainReader

const HASH = `0x${'00'.repeat(32)}` as const

test('behavior: a provider that is down answers nothing, and all again once it is back', async () => {
  const { provider, setMode } = createSecondProvider(CHAIN, 'agrees')
  const ask = () =>
    Promise.allSettled([provider?.getBlockNumber(), provider?.getTransactionReceipt({ hash: HASH })])
  const answers = async () => (await ask()).map(({ status }) => status)
  expect(await answers()).toEqual(['fulfilled', 'fulfilled'])
  setMode('down')
  expect(await answers()).toEqual(['rejected', 'rejected'])
  setMode('behind')
  expect(await answers()).toEqual(['fulfilled', 'fulfilled'])
  expect(provider?.chainId).toBe(1)
})
