import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import type { ToolError } from '../../core/errors.ts'
import type { ReadTool } from '../../core/tool-def.ts'
import { TOOL_DEF } from './uniswap-get-pool-twap.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const token = (symbol: string, digit: string) => ({ symbol, name: symbol, address: at(digit), decimals: 18 })

/** A context whose chain answers one multicall after the other. */
const createContext = (...answers: unknown[]) =>
  ({
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      tokens: [token('A', '1'), token('B', '2')],
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
    chain: { multicall: async () => answers.shift() },
    step: () => {},
  }) as unknown as ToolContext

const params = { tokenA: 'A', tokenB: 'B', feeTier: 500, windowSeconds: 100 }
const ok = (result: unknown) => ({ status: 'success', result })
const slot0 = (index: number, cardinality: number) =>
  ok([2n ** 96n, 0, index, cardinality, cardinality, 0, true])
const read = (...answers: unknown[]) => (TOOL_DEF as ReadTool).read(params, createContext(...answers))

test('behavior: a mean tick below zero is rounded down, as the oracle library does', async () => {
  const liquidity = [0n, (100n << 128n) / 5n - 1n]
  const answer = (tickEnd: bigint) => [slot0(0, 1), ok([[0n, tickEnd], liquidity]), ok(1_000n)]
  expect(await read(answer(-101n))).toMatchObject({ meanTick: -2, meanLiquidity: '5' })
  expect(await read(answer(-100n))).toMatchObject({ meanTick: -1 })
  expect(await read(answer(199n))).toMatchObject({ meanTick: 1 })
})

test('error: TWAP_UNAVAILABLE', async () => {
  const failed = { status: 'failure', error: new Error('OLD') }
  const found = async (next: unknown) => {
    const error = (await Promise.resolve(
      read([slot0(2, 4), failed, ok(1_000n)], [next, [990, 0n, 0n, true]]),
    ).catch((cause: unknown) => cause)) as ToolError
    expect(error.code).toBe('TWAP_UNAVAILABLE')
    return error.args.found
  }
  // The ring has come round: the slot after the newest observation is the oldest one.
  expect(await found([940, 0n, 0n, true])).toBe(60n)
  // It has not: the first slot is.
  expect(await found([1, 0n, 0n, false])).toBe(10n)
})
