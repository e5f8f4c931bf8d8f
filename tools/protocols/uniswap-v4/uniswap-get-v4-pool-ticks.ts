import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { getSqrtRatioAtTick, MAX_TICK, MIN_TICK } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { stateViewAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  describePool,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  POOL_PARAMETERS,
  readPoolState,
  resolvePool,
} from './pool.ts'

/** Initialisable ticks in one word of a pool's tick bitmap. */
const TICKS_A_WORD = 256

/** Most initialised ticks whose liquidity is read. */
const MOST_TICKS = 200

/** Read the liquidity distribution of a V4 pool over its initialised ticks. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v4_pool_ticks',
  description: 'Read the liquidity distribution of a Uniswap V4 pool over its initialised ticks.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'bitmap', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "uniswap_get_v4_pool_ticks reads a Uniswap V4 pool's initialised ticks around the current one with the liquidity that starts, ends and is active from each tick on.",
  promptGuidelines: [
    'Widen wordsEachSide when the list does not reach far enough; one word is 256 spacings.',
    'Liquidity that a hook adds within a trade is not among it.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      wordsEachSide: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 30, description: 'bitmap words on either side, 4 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    tick: Type.Integer(),
    liquidity: BaseUnitsSchema,
    /** Ticks that were looked at. */
    fromTick: Type.Integer(),
    toTick: Type.Integer(),
    totalFound: Type.Integer(),
    ticks: Type.Array(
      Type.Object({
        tick: Type.Integer(),
        /** Whole currency1 for one whole currency0. */
        price0In1: Type.String(),
        liquidityNet: SignedBaseUnitsSchema,
        liquidityGross: BaseUnitsSchema,
        /** Liquidity from this tick up to the next one. */
        activeLiquidity: SignedBaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: POOL_ERROR_CODES,
  async read({ wordsEachSide = 4, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    const { tickSpacing } = pool.key
    const current = Math.floor(Math.floor(state.tick / tickSpacing) / TICKS_A_WORD)
    const words = Array.from({ length: 2 * wordsEachSide + 1 }, (_, index) => current - wordsEachSide + index)
    const view = { address: BASE.on(ctx.book).stateView, abi: stateViewAbi } as const
    const options = { ...inOneCall(ctx.book), allowFailure: false } as const
    ctx.step('bitmap')
    const bitmaps = await ctx.chain.multicall({
      ...options,
      contracts: words.map(
        (word) => ({ ...view, functionName: 'getTickBitmap', args: [pool.id, word] }) as const,
      ),
    })
    const found = words.flatMap((word, index) =>
      listBits(bitmaps[index] ?? 0n).map((bit) => (word * TICKS_A_WORD + bit) * tickSpacing),
    )
    const read = nearest(found, state.tick)
    ctx.step('ticks')
    const answers = await ctx.chain.multicall({
      ...options,
      contracts: read.map(
        (tick) => ({ ...view, functionName: 'getTickLiquidity', args: [pool.id, tick] }) as const,
      ),
    })
    const ticks = read.map((tick, index) => {
      const [liquidityGross, liquidityNet] = answers[index] ?? [0n, 0n]
      return { tick, liquidityGross, liquidityNet }
    })
    const crossed = ticks.filter(({ tick }) => tick <= state.tick)
    // Liquidity in range is what the ticks up to the current one left over.
    let active = state.liquidity - crossed.reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)
    return {
      ...describePool(pool),
      tick: state.tick,
      liquidity: state.liquidity.toString(),
      fromTick: Math.max((words[0] ?? 0) * TICKS_A_WORD * tickSpacing, MIN_TICK),
      toTick: Math.min(((words.at(-1) ?? 0) + 1) * TICKS_A_WORD * tickSpacing - 1, MAX_TICK),
      totalFound: found.length,
      ticks: ticks.map(({ tick, liquidityNet, liquidityGross }) => {
        active += liquidityNet
        return {
          tick,
          price0In1: renderPoolPrice(getSqrtRatioAtTick(tick), pool.token0, pool.token1),
          liquidityNet: liquidityNet.toString(),
          liquidityGross: liquidityGross.toString(),
          activeLiquidity: active.toString(),
        }
      }),
    }
  },
})

/** Places of the bits that are set, the lowest first. */
function listBits(bitmap: bigint): number[] {
  if (bitmap === 0n) return []
  return Array.from({ length: TICKS_A_WORD }, (_, bit) => bit).filter((bit) => (bitmap >> BigInt(bit)) & 1n)
}

/** Those ticks, in order, that lie nearest to the current one, as far as their liquidity is read. */
const nearest = (ticks: readonly number[], current: number): readonly number[] =>
  ticks
    .toSorted((a, b) => Math.abs(a - current) - Math.abs(b - current))
    .slice(0, MOST_TICKS)
    .toSorted((a, b) => a - b)
