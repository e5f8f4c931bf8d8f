import { chainsOf } from '../../core/base.ts'
import { BpsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { toSqrtRange } from '../../kit/concentrated-liquidity.ts'
import { PRICE_PATTERN, parsePrice, renderPoolPrice } from '../../kit/pool-price.ts'
import { toBps } from './analysis/fixed-point.ts'
import { compareWithHolding, valueIn1 } from './analysis/price-path.ts'
import { BASE } from './base.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, readPoolState, resolvePool } from './pool.ts'
import { RANGE_PARAMETERS, resolveRange } from './range.ts'

/** Large enough for its amounts to have many digits at any price, whatever the decimals of the tokens. */
const SAMPLE_LIQUIDITY = 1n << 120n

const price = (description: string) => Type.Optional(Type.String({ pattern: PRICE_PATTERN, description }))

/** Compute the impermanent loss of a V3 range between two prices. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_il',
  description: 'Compute the impermanent loss of a Uniswap V3 range for given entry and exit prices.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['pool'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_il tells what a Uniswap V3 range loses against holding its tokens when the price goes from one value to another, fees apart.',
  promptGuidelines: [
    'Prices are whole token1 for one whole token0; either is the present one unless given.',
    'Rate it against the fees that intel_forecast_fee_apr expects.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      ...RANGE_PARAMETERS,
      entryPrice0In1: price('price at entry, the present one by default'),
      exitPrice0In1: price('price at exit, the present one by default'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    entryPrice0In1: Type.String(),
    exitPrice0In1: Type.String(),
    /** Part of the value that is token0. */
    entryShare0Bps: BpsSchema,
    exitShare0Bps: BpsSchema,
    /** What holding the tokens of the entry makes of their value, in token1. */
    holdReturnBps: Type.Integer(),
    provideReturnBps: Type.Integer(),
    /** Against holding; never above zero. */
    impermanentLossBps: Type.Integer(),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'INVALID_RANGE',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
  ],
  async read({ entryPrice0In1, exitPrice0In1, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    const { token0, token1 } = pool
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    const ticks = resolveRange(params, state)
    const readSqrt = (text: string | undefined, path: string) =>
      text === undefined
        ? state.sqrtPriceX96
        : parsePrice(text, { base: token0, quote: token1, baseIsToken0: true, path })
    const sqrtEntryX96 = readSqrt(entryPrice0In1, '/entryPrice0In1')
    const sqrtExitX96 = readSqrt(exitPrice0In1, '/exitPrice0In1')
    const range = { ...toSqrtRange(ticks), liquidity: SAMPLE_LIQUIDITY }
    // Uniswap V3 whitepaper, 6.2: what liquidity is made of at a price.
    const { entry, exit, held1, provided1 } = compareWithHolding(range, sqrtEntryX96, sqrtExitX96)
    const entry1 = valueIn1(entry, sqrtEntryX96)
    const share0 = (amount0: bigint, sqrtPriceX96: bigint, whole: bigint) =>
      toBps(valueIn1({ amount0, amount1: 0n }, sqrtPriceX96), whole)
    return {
      ...describePool(pool),
      ...ticks,
      entryPrice0In1: renderPoolPrice(sqrtEntryX96, token0, token1),
      exitPrice0In1: renderPoolPrice(sqrtExitX96, token0, token1),
      entryShare0Bps: share0(entry.amount0, sqrtEntryX96, entry1),
      exitShare0Bps: share0(exit.amount0, sqrtExitX96, provided1),
      holdReturnBps: toBps(held1 - entry1, entry1),
      provideReturnBps: toBps(provided1 - entry1, entry1),
      impermanentLossBps: toBps(provided1 - held1, held1),
    }
  },
})
