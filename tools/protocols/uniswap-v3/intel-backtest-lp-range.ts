import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { toSqrtRange } from '../../kit/concentrated-liquidity.ts'
import { toBps } from './analysis/fixed-point.ts'
import { compareWithHolding, liquidityForValue, replayRange, valueIn1 } from './analysis/price-path.ts'
import { ProvidedValueSchema } from './analysis/provision.ts'
import { BASE } from './base.ts'
import { RANGE_PARAMETERS, resolveRange } from './range.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
} from './swap-history.ts'

/** Run past swaps of a V3 pool through a hypothetical range. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_backtest_lp_range',
  description: 'Run past swaps of a Uniswap V3 pool through a hypothetical range: fees, loss, time in range.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_backtest_lp_range replays recent swaps of a Uniswap V3 pool through a range that you name: fees it would have earned, loss against holding, time in range.',
  promptGuidelines: [
    'The first swap of the window opens the position at the price that it leaves.',
    'What is provided is taken to be small beside the liquidity of the pool.',
    'rangeTicks is around the price at which the position opens.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...HISTORY_PARAMETERS, ...RANGE_PARAMETERS, valueIn1BaseUnits: ProvidedValueSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    liquidity: BaseUnitsSchema,
    fees0BaseUnits: BaseUnitsSchema,
    fees1BaseUnits: BaseUnitsSchema,
    /** In token1 at the last price. */
    feesIn1BaseUnits: BaseUnitsSchema,
    heldIn1BaseUnits: BaseUnitsSchema,
    providedIn1BaseUnits: BaseUnitsSchema,
    lvrIn1BaseUnits: SignedBaseUnitsSchema,
    netAgainstHoldingIn1BaseUnits: SignedBaseUnitsSchema,
    netAgainstHoldingBps: Type.Integer(),
    secondsInRange: Type.Integer(),
    inRangeBps: Type.Integer(),
    exits: Type.Integer(),
  }),
  errorCodes: [...HISTORY_ERROR_CODES, 'INVALID_RANGE'],
  async read({ valueIn1BaseUnits, ...params }, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 2)
    const { pool, state, swaps, window } = history
    const [first, last] = [swaps[0], swaps.at(-1)] as [(typeof swaps)[number], (typeof swaps)[number]]
    const ticks = resolveRange(params, { tick: first.tick, tickSpacing: state.tickSpacing })
    const sqrtRange = toSqrtRange(ticks)
    const liquidity = liquidityForValue(BigInt(valueIn1BaseUnits), first.sqrtPriceX96, sqrtRange)
    if (liquidity === 0n) {
      throw BASE.error('INVALID_RANGE', {
        lower: ticks.tickLower,
        upper: ticks.tickUpper,
        problem: 'the given value buys no liquidity in it',
      })
    }
    const range = { ...sqrtRange, liquidity }
    const { fees, lvr1, secondsInRange, exits } = replayRange(swaps, window.endSeconds, range, {
      feeTier: pool.feeTier,
      feeProtocol: state.feeProtocol,
    })
    const { held1, provided1 } = compareWithHolding(range, first.sqrtPriceX96, last.sqrtPriceX96)
    const fees1 = valueIn1(fees, last.sqrtPriceX96)
    const net = provided1 + fees1 - held1
    const openSeconds = window.endSeconds - first.timestampSeconds
    return {
      ...describeHistory(history),
      ...ticks,
      liquidity: liquidity.toString(),
      fees0BaseUnits: fees.amount0.toString(),
      fees1BaseUnits: fees.amount1.toString(),
      feesIn1BaseUnits: fees1.toString(),
      heldIn1BaseUnits: held1.toString(),
      providedIn1BaseUnits: provided1.toString(),
      lvrIn1BaseUnits: lvr1.toString(),
      netAgainstHoldingIn1BaseUnits: net.toString(),
      netAgainstHoldingBps: toBps(net, held1),
      secondsInRange,
      inRangeBps: toBps(BigInt(secondsInRange), BigInt(openSeconds)),
      exits,
    }
  },
})
