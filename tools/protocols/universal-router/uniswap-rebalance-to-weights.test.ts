import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import { TOOL_DEF } from './uniswap-rebalance-to-weights.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const token = (symbol: string, digit: string) => ({
  symbol,
  name: symbol,
  address: at(digit),
  decimals: 6,
  feed: { address: at(`${Number(digit) + 2}`), maxStalenessSeconds: 100, isModel: false },
})

test('error: CHAIN_READ_FAILED, since a balance that is not told is not none', async () => {
  const price = { answer: 10n ** 8n, decimals: 8, updatedAtSeconds: 1n }
  const ctx = {
    book: { chainId: 1, nativeSymbol: 'ETH', tokens: [token('A', '1'), token('B', '2')] },
    chain: {
      readState: async () => ({
        balances: [10n ** 9n, undefined],
        feeds: [price, price],
        timestampSeconds: 2n,
      }),
    },
    step: () => {},
  } as unknown as ToolContext
  const targets = ['A', 'B'].map((name) => ({ token: name, weightBps: 5_000 }))
  await expect(TOOL_DEF.plan({ targets }, ctx)).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
})
