import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { getSqrtRatioAtTick } from '../../kit/concentrated-liquidity.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, readPoolState, resolvePool } from './pool.ts'
import { readTicks } from './ticks.ts'

/** Read the liquidity distribution of a V3 pool over initialised ticks. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_ticks',
  description: 'Read the liquidity distribution of a Uniswap V3 pool over its initialised ticks.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "uniswap_get_pool_ticks reads a Uniswap V3 pool's initialised ticks around the current one with the liquidity that starts, ends and is active from each tick on.",
  promptGuidelines: [
    'Widen wordsEachSide when the list does not reach far enough; one word is 256 spacings.',
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
    tickSpacing: Type.Integer(),
    liquidity: BaseUnitsSchema,
    /** Ticks that were looked at. */
    fromTick: Type.Integer(),
    toTick: Type.Integer(),
    ticks: Type.Array(
      Type.Object({
        tick: Type.Integer(),
        /** Whole token1 for one whole token0. */
        price0In1: Type.String(),
        liquidityNet: SignedBaseUnitsSchema,
        liquidityGross: BaseUnitsSchema,
        /** Liquidity from this tick up to the next one. */
        activeLiquidity: SignedBaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
  ],
  async read({ wordsEachSide = 4, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    ctx.step('ticks')
    const { fromTick, toTick, ticks } = await readTicks(ctx, pool, state, wordsEachSide)
    const crossed = ticks.filter(({ tick }) => tick <= state.tick)
    // Liquidity in range is what the ticks up to the current one left over.
    let active = state.liquidity - crossed.reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)
    return {
      ...describePool(pool),
      tick: state.tick,
      tickSpacing: state.tickSpacing,
      liquidity: state.liquidity.toString(),
      fromTick,
      toTick,
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
