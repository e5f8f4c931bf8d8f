import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { toSqrtRange } from '../../kit/concentrated-liquidity.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { liquidityForValue, valueIn1 } from './analysis/price-path.ts'
import { imbalanceIn1, rangeAround, shareOfFees, swapCostIn1 } from './analysis/provision.ts'
import { BASE } from './base.ts'
import { gasCostIn1 } from './gas-cost.ts'
import { PositionIdSchema, readPosition, valuePosition } from './position.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  readPoolHistory,
  secondsOf,
} from './swap-history.ts'

/** Gas of closing a position, a swap and a new position. */
const REBALANCE_GAS = 600_000n

const DAY_SECONDS = 86_400n
const WEEK_SECONDS = 604_800

/** Judge whether moving a V3 position to a range around the price pays. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_evaluate_rebalance',
  description: 'Judge whether moving a Uniswap V3 position pays: fees against swap and gas.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['position', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_evaluate_rebalance weighs moving a Uniswap V3 position to a range around the present price: what it would earn more, what swap and gas cost, after what time it pays.',
  promptGuidelines: [
    'Earnings rest on recent volume, and on the price staying in the range.',
    'What the old range lost so far is lost either way and does not enter.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      positionId: PositionIdSchema,
      halfWidthTicks: Type.Integer({
        minimum: 1,
        maximum: 400_000,
        description: 'distance of either end of the new range from the price; one tick is about 1 bps',
      }),
      horizonSeconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 31_536_000,
          description: 'time within which it has to pay, a week by default',
        }),
      ),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    positionId: PositionIdSchema,
    isInRange: Type.Boolean(),
    /** With what it is owed, in token1 at the present price. */
    valueIn1BaseUnits: BaseUnitsSchema,
    newTickLower: Type.Integer(),
    newTickUpper: Type.Integer(),
    newLiquidity: BaseUnitsSchema,
    /** Fees of a day, in token1 at the present price. */
    dailyFeesNowIn1BaseUnits: BaseUnitsSchema,
    dailyFeesThenIn1BaseUnits: BaseUnitsSchema,
    swappedIn1BaseUnits: BaseUnitsSchema,
    swapCostIn1BaseUnits: BaseUnitsSchema,
    /** Null when neither token is the wrapped native coin: it is in no figure then. */
    gasCostIn1BaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    gainOverHorizonIn1BaseUnits: SignedBaseUnitsSchema,
    /** Null when it never pays. */
    paysAfterSeconds: Type.Union([Type.Integer(), Type.Null()]),
    isWorthwhile: Type.Boolean(),
  }),
  errorCodes: [...HISTORY_ERROR_CODES, 'POSITION_NOT_FOUND', 'INSUFFICIENT_LIQUIDITY'],
  async read({ positionId, halfWidthTicks, horizonSeconds = WEEK_SECONDS, ...params }, ctx) {
    ctx.step('position')
    const position = await readPosition(ctx, positionId)
    const { token0, token1, feeTier } = position
    ctx.step('logs')
    const [valued, history, gasPriceWei] = await Promise.all([
      valuePosition(ctx, position),
      readPoolHistory(ctx, { tokenA: token0, tokenB: token1, feeTier, ...params }, 1),
      ctx.chain.getGasPrice(),
    ])
    const { pool, state } = history
    const holdings = {
      amount0: valued.amounts.amount0 + valued.collectable.amount0,
      amount1: valued.amounts.amount1 + valued.collectable.amount1,
    }
    const value = valueIn1(holdings, state.sqrtPriceX96)
    if (value === 0n) {
      throw new ToolError('INSUFFICIENT_LIQUIDITY', {
        subject: `position ${positionId}`,
        found: 0n,
        expected: 1n,
      })
    }
    const range = rangeAround(state.tick, halfWidthTicks, state.tickSpacing)
    const liquidity = liquidityForValue(value, state.sqrtPriceX96, toSqrtRange(range))
    const seconds = BigInt(Math.max(1, secondsOf(history.window)))
    // The pool's liquidity counts a position that is in range already.
    const others = valued.isInRange ? state.liquidity - position.liquidity : state.liquidity
    const earn = (own: bigint) =>
      valueIn1(shareOfFees({ ...history, state: { ...state, liquidity: others } }, own), state.sqrtPriceX96)
    const [now, then] = [earn(valued.isInRange ? position.liquidity : 0n), earn(liquidity)]
    const swapped = imbalanceIn1(holdings, range, state.sqrtPriceX96)
    const swapCost = swapCostIn1(swapped, pool.feeTier)
    const gasCost = gasCostIn1(ctx, { pool, state, gas: REBALANCE_GAS, gasPriceWei })
    const cost = swapCost + (gasCost ?? 0n)
    const more = then - now
    const gain = (more * BigInt(horizonSeconds)) / seconds - cost
    return {
      ...describeHistory(history),
      positionId,
      isInRange: valued.isInRange,
      valueIn1BaseUnits: value.toString(),
      newTickLower: range.tickLower,
      newTickUpper: range.tickUpper,
      newLiquidity: liquidity.toString(),
      dailyFeesNowIn1BaseUnits: ((now * DAY_SECONDS) / seconds).toString(),
      dailyFeesThenIn1BaseUnits: ((then * DAY_SECONDS) / seconds).toString(),
      swappedIn1BaseUnits: swapped.toString(),
      swapCostIn1BaseUnits: swapCost.toString(),
      gasCostIn1BaseUnits: gasCost?.toString() ?? null,
      gainOverHorizonIn1BaseUnits: gain.toString(),
      paysAfterSeconds: more > 0n ? Number(divideUp(cost * seconds, more)) : null,
      isWorthwhile: gain > 0n,
    }
  },
})
