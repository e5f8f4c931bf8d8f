import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { costSchedule } from './analysis/execution.ts'
import { quoteTrade } from './analysis/mev.ts'
import { annualVolatilityBps, listReturns, realizedVarianceWad } from './analysis/volatility.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, resolvePair } from './pool.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  readPoolHistory,
  secondsOf,
} from './swap-history.ts'
import { readTicks } from './ticks.ts'

const MOST_SLICES = 20
const WORDS_EACH_SIDE = 4

/** Choose into how many slices a large trade is cut. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_optimize_execution',
  description: 'Choose slices of a large Uniswap V3 trade that minimise impact plus price risk.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_optimize_execution tells into how many equal slices, some seconds apart, a large trade in a Uniswap V3 pool is best cut: less impact each, more price risk meanwhile.',
  promptGuidelines: [
    'Between slices others are taken to trade the price back: leave them the time for it.',
    'aversionBps 0 minds the impact alone; 10000 counts a standard deviation of the price as a cost.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      feeTier: PAIR_PARAMETERS.feeTier,
      amountInBaseUnits: BaseUnitsSchema,
      intervalSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 86_400, description: 'time between slices, 300 by default' }),
      ),
      aversionBps: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'weight of the risk, 3000 by default' }),
      ),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    volatilityBps: Type.Integer(),
    bestSlices: Type.Integer(),
    sliceInBaseUnits: BaseUnitsSchema,
    durationSeconds: Type.Integer(),
    schedules: Type.Array(
      Type.Object({
        slices: Type.Integer(),
        /** In tokenOut, all of them. */
        amountOutBaseUnits: BaseUnitsSchema,
        impactCostBaseUnits: SignedBaseUnitsSchema,
        priceRiskBaseUnits: BaseUnitsSchema,
        scoreBaseUnits: SignedBaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: [...HISTORY_ERROR_CODES, 'ZERO_AMOUNT', 'QUOTE_FAILED'],
  async read({ feeTier, intervalSeconds = 300, aversionBps = 3_000, blocks, toBlock, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('logs')
    const history = await readPoolHistory(
      ctx,
      {
        tokenA: tokenIn.address,
        tokenB: tokenOut.address,
        feeTier,
        ...(blocks === undefined ? {} : { blocks }),
        ...(toBlock === undefined ? {} : { toBlock }),
      },
      3,
    )
    const { pool, state, swaps, window } = history
    ctx.step('ticks')
    const around = await readTicks(ctx, pool, state, WORDS_EACH_SIDE)
    const seconds = secondsOf(window)
    const varianceWad = realizedVarianceWad(listReturns(swaps))
    const trade = {
      curve: { ...state, ...around, feeTier },
      zeroForOne: pool.token0.address === tokenIn.address,
      amountIn,
    }
    if (!quoteTrade(trade).isComplete) {
      throw new ToolError('QUOTE_FAILED', {
        pair: `${tokenIn.symbol}/${tokenOut.symbol}`,
        reason: 'the pool cannot trade that amount near its price',
      })
    }
    const terms = {
      varianceWadPerSecond: varianceWad / BigInt(Math.max(1, seconds)),
      intervalSeconds,
      aversionBps,
    }
    const most = amountIn < BigInt(MOST_SLICES) ? Number(amountIn) : MOST_SLICES
    const schedules = Array.from({ length: most }, (_, index) => costSchedule(trade, index + 1, terms))
    // Of equal ones the one with the fewest slices.
    const best = schedules.reduce((leader, next) => (next.score < leader.score ? next : leader))
    return {
      ...describeHistory(history),
      volatilityBps: annualVolatilityBps(varianceWad, seconds),
      bestSlices: best.slices,
      sliceInBaseUnits: (amountIn / BigInt(best.slices)).toString(),
      durationSeconds: (best.slices - 1) * intervalSeconds,
      schedules: schedules.map((schedule) => ({
        slices: schedule.slices,
        amountOutBaseUnits: schedule.amountOut.toString(),
        impactCostBaseUnits: schedule.impactCost.toString(),
        priceRiskBaseUnits: schedule.priceRisk.toString(),
        scoreBaseUnits: schedule.score.toString(),
      })),
    }
  },
})
