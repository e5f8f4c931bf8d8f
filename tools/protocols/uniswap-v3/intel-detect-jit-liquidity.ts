import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { toBps } from './analysis/fixed-point.ts'
import { findJitLiquidity } from './analysis/jit-liquidity.ts'
import { earnedFees } from './analysis/pool-income.ts'
import { valueIn1 } from './analysis/price-path.ts'
import { BASE } from './base.ts'
import { readLiquidityEvents } from './liquidity-events.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
} from './swap-history.ts'

/** Find liquidity that was added and removed around swaps within a block. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_detect_jit_liquidity',
  description: 'Find just-in-time liquidity around Uniswap V3 swaps and its share of fees.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['swaps', 'liquidity'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_detect_jit_liquidity finds who added liquidity to a Uniswap V3 pool just before a swap and took it out in the same block, and which part of the fees that took.',
  promptGuidelines: ['Much of it means that lasting positions earn less than the volume suggests.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most cases, the newest; 20 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    totalFound: Type.Integer(),
    /** In token1, each at the price after its swap. */
    feesIn1BaseUnits: BaseUnitsSchema,
    jitFeesIn1BaseUnits: BaseUnitsSchema,
    jitShareBps: Type.Integer(),
    cases: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        mintHash: HashSchema,
        burnHash: HashSchema,
        owner: AddressSchema,
        tickLower: Type.Integer(),
        tickUpper: Type.Integer(),
        liquidity: BaseUnitsSchema,
        swapCount: Type.Integer(),
        /** Of the liquidity that its swaps met. */
        shareBps: Type.Integer(),
        feesIn1BaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ limit = 20, ...params }, ctx) {
    ctx.step('swaps')
    const history = await readPoolHistory(ctx, params, 1)
    const { pool, state, swaps, window } = history
    ctx.step('liquidity')
    const events = await readLiquidityEvents(ctx, pool, window)
    const terms = { feeTier: pool.feeTier, feeProtocol: state.feeProtocol }
    const found = findJitLiquidity(events, swaps, terms)
    const fees1 = swaps.reduce(
      (sum, swap) => sum + valueIn1(earnedFees([swap], terms), swap.sqrtPriceX96),
      0n,
    )
    const jitFees1 = found.reduce((sum, jit) => sum + jit.fees1, 0n)
    return {
      ...describeHistory(history),
      totalFound: found.length,
      feesIn1BaseUnits: fees1.toString(),
      jitFeesIn1BaseUnits: jitFees1.toString(),
      jitShareBps: toBps(jitFees1, fees1),
      cases: found.slice(-limit).map(({ mint, burn, swapCount, met, fees1: own }) => ({
        blockNumber: mint.blockNumber.toString(),
        mintHash: mint.transactionHash,
        burnHash: burn.transactionHash,
        owner: mint.owner,
        tickLower: mint.tickLower,
        tickUpper: mint.tickUpper,
        liquidity: mint.liquidity.toString(),
        swapCount,
        shareBps: toBps(mint.liquidity * BigInt(swapCount), met),
        feesIn1BaseUnits: own.toString(),
      })),
    }
  },
})
