import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { getSqrtRatioAtTick, meanTickOf } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, type Pool, poolNotFound, resolvePool } from './pool.ts'

const MAX_UINT160 = 2n ** 160n - 1n

/** Read a V3 pool's time-weighted price and mean liquidity over a window. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_twap',
  description: "Read a Uniswap V3 pool's time-weighted price and mean liquidity over a window.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['observe'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "uniswap_get_pool_twap reads a Uniswap V3 pool's time-weighted mean price and liquidity over the last seconds, beside the spot price, to tell manipulation from a move.",
  promptGuidelines: ['A window of 1800 seconds is usual; a short one is cheap to manipulate.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      windowSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 604_800, description: 'length of the window, 1800 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    windowSeconds: Type.Integer(),
    meanTick: Type.Integer(),
    /** Whole token1 for one whole token0, time-weighted geometric mean. */
    price0In1: Type.String(),
    spotTick: Type.Integer(),
    spotPrice0In1: Type.String(),
    /** Harmonic mean over the window. */
    meanLiquidity: BaseUnitsSchema,
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
    'TWAP_UNAVAILABLE',
  ],
  async read({ windowSeconds = 1_800, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    const contract = { address: pool.address, abi: poolAbi } as const
    const batch = inOneCall(ctx.book)
    ctx.step('observe')
    const [slot0, observed, now] = await ctx.chain.multicall({
      ...batch,
      contracts: [
        { ...contract, functionName: 'slot0' },
        { ...contract, functionName: 'observe', args: [[windowSeconds, 0]] },
        { address: batch.multicallAddress, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
      ],
    })
    if (slot0.status === 'failure' || slot0.result[0] === 0n) {
      throw poolNotFound(pool.token0, pool.token1, pool.feeTier)
    }
    const [sqrtPriceX96, spotTick, observationIndex, cardinality] = slot0.result
    if (observed.status === 'failure') {
      const found = await readOldestAge(ctx, pool, observationIndex, cardinality, now.result ?? 0n)
      throw BASE.error('TWAP_UNAVAILABLE', { pool: pool.address, found, expected: windowSeconds })
    }
    const [ticks, [secondsStart = 0n, secondsEnd = 0n]] = observed.result
    const window = BigInt(windowSeconds)
    const meanTick = meanTickOf(ticks, windowSeconds)
    const secondsPerLiquidity = BigInt.asUintN(160, secondsEnd - secondsStart)
    return {
      ...describePool(pool),
      windowSeconds,
      meanTick,
      price0In1: renderPoolPrice(getSqrtRatioAtTick(meanTick), pool.token0, pool.token1),
      spotTick,
      spotPrice0In1: renderPoolPrice(sqrtPriceX96, pool.token0, pool.token1),
      meanLiquidity: (secondsPerLiquidity === 0n
        ? 0n
        : (window * MAX_UINT160) / (secondsPerLiquidity << 32n)
      ).toString(),
    }
  },
})

/** Age of the oldest observation that the pool keeps, in seconds. */
async function readOldestAge(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  pool: Pool,
  index: number,
  cardinality: number,
  nowSeconds: bigint,
): Promise<bigint> {
  const contract = { address: pool.address, abi: poolAbi, functionName: 'observations' } as const
  const [next, first] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts: [
      { ...contract, args: [BigInt((index + 1) % cardinality)] },
      { ...contract, args: [0n] },
    ],
  })
  // The slot after the newest one is the oldest, unless the ring has not come round yet.
  const [oldestSeconds] = next[3] ? next : first
  return nowSeconds - BigInt(oldestSeconds)
}
