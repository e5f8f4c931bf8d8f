import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import { getSqrtRatioAtTick, MIN_TICK } from '../../kit/concentrated-liquidity.ts'
import { BASE } from './base.ts'
import { readTicks } from './ticks.ts'

const CTX = {
  book: {
    chainId: 1,
    nativeSymbol: 'ETH',
    tokens: [],
    multicall: zeroAddress,
    protocols: { 'uniswap-v3': BASE.addresses[1] },
  },
  chain: { multicall: async ({ contracts }: { contracts: readonly unknown[] }) => contracts.map(() => []) },
} as unknown as Pick<ToolContext, 'book' | 'chain'>

test('behavior: the stretch that is looked at ends where prices do', async () => {
  const state = { tick: 196_256, tickSpacing: 200 }
  const { fromTick, toTick } = await readTicks(CTX, { address: zeroAddress }, state, 24)
  expect(fromTick).toBe(MIN_TICK)
  expect(() => getSqrtRatioAtTick(toTick + 1)).not.toThrow()
})
