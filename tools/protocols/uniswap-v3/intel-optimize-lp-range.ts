import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { annualBps } from './analysis/pool-income.ts'
import { ProvidedValueSchema, rangeAround, replayWidth } from './analysis/provision.ts'
import { BASE } from './base.ts'
import { gasCostIn1 } from './gas-cost.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
  secondsOf,
} from './swap-history.ts'

const USUAL_WIDTHS_TICKS = [50, 100, 200, 500, 1_000, 2_000, 5_000]

/** Gas of closing a position, a swap and a new position. */
const REBALANCE_GAS = 600_000n

/** Find the width of a V3 range that would have earned the most of late. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_optimize_lp_range',
  aliases: ['optimize_lp_range'],
  description: 'Find the Uniswap V3 range width with the most expected fees less LVR and rebalance cost.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_optimize_lp_range compares widths of a Uniswap V3 range on recent swaps, laid anew whenever the price leaves them: fees less loss to better informed traders and cost.',
  promptGuidelines: [
    'The best of the past is no promise; prefer a width that is good beside its neighbours too.',
    'What is provided is taken to be small beside the liquidity of the pool.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      valueIn1BaseUnits: ProvidedValueSchema,
      halfWidthsTicks: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 400_000 }), {
          minItems: 1,
          maxItems: 20,
          description: 'distances of either end from the price; one tick is about 1 bps of price',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    bestHalfWidthTicks: Type.Integer(),
    /** That width around the present price. */
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    /** Of one move of the range, base units of token1; null when neither token is the wrapped native coin. */
    gasCostIn1BaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    widths: Type.Array(
      Type.Object({
        halfWidthTicks: Type.Integer(),
        feesIn1BaseUnits: BaseUnitsSchema,
        lvrIn1BaseUnits: SignedBaseUnitsSchema,
        costIn1BaseUnits: BaseUnitsSchema,
        netIn1BaseUnits: SignedBaseUnitsSchema,
        netAprBps: Type.Integer(),
        rebalances: Type.Integer(),
        secondsInRange: Type.Integer(),
      }),
    ),
  }),
  errorCodes: [...HISTORY_ERROR_CODES, 'ZERO_AMOUNT'],
  async read({ valueIn1BaseUnits, halfWidthsTicks = USUAL_WIDTHS_TICKS, ...params }, ctx) {
    const value1 = readAmount(valueIn1BaseUnits, 'valueIn1BaseUnits')
    ctx.step('logs')
    const [history, gasPriceWei] = await Promise.all([
      readPoolHistory(ctx, params, 2),
      ctx.chain.getGasPrice(),
    ])
    const { pool, state } = history
    const gasCost1 = gasCostIn1(ctx, { pool, state, gas: REBALANCE_GAS, gasPriceWei })
    const widths = halfWidthsTicks.map((halfWidthTicks) => {
      const replay = replayWidth(history, halfWidthTicks, value1, gasCost1 ?? 0n)
      return { halfWidthTicks, ...replay, net1: replay.fees1 - replay.lvr1 - replay.cost1 }
    })
    // Of equal ones the first that was named.
    const best = widths.reduce((leader, next) => (next.net1 > leader.net1 ? next : leader))
    return {
      ...describeHistory(history),
      bestHalfWidthTicks: best.halfWidthTicks,
      ...rangeAround(state.tick, best.halfWidthTicks, state.tickSpacing),
      gasCostIn1BaseUnits: gasCost1?.toString() ?? null,
      widths: widths.map((width) => ({
        halfWidthTicks: width.halfWidthTicks,
        feesIn1BaseUnits: width.fees1.toString(),
        lvrIn1BaseUnits: width.lvr1.toString(),
        costIn1BaseUnits: width.cost1.toString(),
        netIn1BaseUnits: width.net1.toString(),
        netAprBps: annualBps(width.net1, value1, secondsOf(history.window)),
        rebalances: width.rebalances,
        secondsInRange: width.secondsInRange,
      })),
    }
  },
})
