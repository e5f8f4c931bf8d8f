import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import type { Json } from '../../core/json.ts'
import { findSdkRoute } from './sdk-route.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [A, B, C, D] = ['1', '2', '3', '4'].map(at) as [Address, Address, Address, Address]
const tokens = [A, B, C].map((address, index): TokenInfo => {
  const symbol = 'ABC'[index] as string
  return { symbol, name: symbol, address, decimals: 18 }
})

const ANSWERS: Readonly<Record<string, unknown>> = {
  slot0: { result: [2n ** 96n, 0, 0, 0, 0, 0, true] },
  liquidity: { result: 1n },
  tickSpacing: { result: 10 },
  getPopulatedTicksInWord: [],
}

/** Find a route over a chain that has every pool, or none, as an SDK answers. */
const find = (answer: Json, hasPools = true) =>
  findSdkRoute(
    {
      book: {
        chainId: 1,
        nativeSymbol: 'ETH',
        tokens,
        multicall: at('9'),
        protocols: {
          'uniswap-v3': {
            factory: at('3'),
            swapRouter: at('4'),
            quoter: at('5'),
            positionManager: at('6'),
            tickLens: at('7'),
            staker: at('8'),
          },
        },
      },
      chain: {
        multicall: async ({ contracts }: { readonly contracts: readonly { functionName: string }[] }) =>
          contracts.map(({ functionName }) => (hasPools ? ANSWERS[functionName] : {})),
      },
      sdks: { ask: async () => answer },
      signal: new AbortController().signal,
    } as unknown as ToolContext,
    tokens,
    1n,
  )

test('default', async () => {
  for (const path of [
    { tokens: [A, C], feeTiers: [500] },
    { tokens: [A, B, C], feeTiers: [500, 3000] },
  ]) {
    expect(await find({ ...path, amountOutBaseUnits: '1' })).toEqual(path)
  }
})

test('error: QUOTE_FAILED where there is no route', async () => {
  await expect(find(null)).rejects.toMatchObject({ code: 'QUOTE_FAILED' })
  const found = { tokens: [A, C], feeTiers: [500] }
  await expect(find(found, false)).rejects.toMatchObject({ code: 'QUOTE_FAILED' })
})

test.each([
  ['a token that was not named', { tokens: [A, D, C], feeTiers: [500, 500] }],
  ['another token first', { tokens: [B, C], feeTiers: [500] }],
  ['another token last', { tokens: [A, B], feeTiers: [500] }],
  ['a circle', { tokens: [A, B, A, C], feeTiers: [500, 500, 500] }],
  ['a pool too few', { tokens: [A, B, C], feeTiers: [500] }],
  ['a fee tier that is none', { tokens: [A, C], feeTiers: [-1] }],
])('error: SDK_FALLBACK_UNAVAILABLE for %s', async (_, answer) => {
  await expect(find(answer)).rejects.toMatchObject({ code: 'SDK_FALLBACK_UNAVAILABLE' })
})
