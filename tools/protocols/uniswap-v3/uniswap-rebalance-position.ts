import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { withoutLiquidity } from './analysis/balance.ts'
import { BASE } from './base.ts'
import { enterRange, readCurve } from './entry.ts'
import {
  buildDeposit,
  buildMint,
  buildWithdrawal,
  PositionChangesSchema,
  planParts,
  settlePositions,
  tokensOf,
} from './liquidity.ts'
import { poolOf, readPoolState, resolvePair } from './pool.ts'
import {
  computePayout,
  OWN_POSITION_ERROR_CODES,
  PositionIdSchema,
  readOwnPosition,
  valuePosition,
} from './position.ts'
import { RANGE_PARAMETERS, resolveRange } from './range.ts'

/** Move a V3 position to a new range. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_rebalance_position',
  description: 'Move a Uniswap V3 position to a new price range of its pool, fees included.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool', 'ticks'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_rebalance_position closes an own Uniswap V3 position, swaps what is off the ratio of a new range in the same pool and opens a position there, in one transaction.',
  promptGuidelines: [
    'Judge it with intel_evaluate_rebalance first.',
    'The new position has a new id; a little of either token may be left over.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, ...RANGE_PARAMETERS, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangesSchema,
  errorCodes: [
    ...OWN_POSITION_ERROR_CODES,
    'CHAIN_READ_FAILED',
    'POOL_NOT_FOUND',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'INVALID_PARAMS',
    'INVALID_RANGE',
  ],
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    const [token0, token1] = await resolvePair(ctx, position.token0, position.token1)
    const pool = poolOf(ctx, token0, token1, position.feeTier)
    ctx.step('pool')
    const [valued, state] = await Promise.all([valuePosition(ctx, position), readPoolState(ctx, pool)])
    const range = resolveRange(params, state)
    ctx.step('ticks')
    const curve = withoutLiquidity(await readCurve(ctx, pool, state), position)
    const { liquidity } = position
    const { paid: holdings } = computePayout(valued, liquidity)
    const { swap, offered, taken } = enterRange(ctx, { pool, curve, range, holdings, slippageBps })
    const call = buildMint(ctx, { pool, range, offered, taken, slippageBps })
    return planParts(
      ctx,
      position,
      [
        buildWithdrawal(ctx, valued, { liquidity, slippageBps, burn: true }),
        swap,
        buildDeposit(ctx, { tokens: tokensOf(pool), offered, taken, calls: [call] }),
      ],
      {
        positions: [
          ...(liquidity > 0n ? [{ id: position.id, liquidity: -liquidity }] : []),
          { id: 'new', liquidity: taken.liquidity },
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: settlePositions,
})
