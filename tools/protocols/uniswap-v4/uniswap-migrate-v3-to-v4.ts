import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { alignRange, RANGE_PARAMETERS, resolveRange } from '../../kit/tick-range.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { buildMint, fitDeposit, PositionChangeSchema, planParts, settlePosition } from './liquidity.ts'
import { readPermit2 } from './payment.ts'
import { KEY_PARAMETERS, POOL_ERROR_CODES, poolOf, readPoolState } from './pool.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema } from './position.ts'
import { tooLittle } from './too-little.ts'
import { leaves, planExit, readLeft, readV3Position } from './v3-position.ts'

/** Parameters of moving a position of Uniswap V3. */
export const MIGRATION_PARAMETERS = {
  positionId: PositionIdSchema,
  ...KEY_PARAMETERS,
  feeTier: Type.Optional(KEY_PARAMETERS.feeTier),
  ...RANGE_PARAMETERS,
}

/** Close a V3 position and open an equivalent V4 one. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_migrate_v3_to_v4',
  description: 'Close a Uniswap V3 position and open an equivalent Uniswap V4 one with what it pays out.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_migrate_v3_to_v4 ends an own Uniswap V3 position, collects its fees and opens a Uniswap V4 position of the same tokens and range with it, in one transaction.',
  promptGuidelines: [
    'Without a feeTier the old fee names the new pool, and without a range the new position has the old one, widened to the tick spacing.',
    'Hold as much of both tokens as goes in: what an action pays has to be held before it, though the old position gives it.',
    'Wrapped coins stay wrapped, and nothing is swapped: what is off the ratio of the new range stays in the account.',
    'A pool with a hook has to be on the list of the owner; look at it with hook_evaluate and hook_test_exit_safety.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...MIGRATION_PARAMETERS, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...PositionChangeSchema.properties,
    /** The position that was closed, and what it held. */
    closedPositionId: Type.Union([PositionIdSchema, Type.Null()]),
    closedLiquidity: BaseUnitsSchema,
  }),
  errorCodes: [...new Set([...POOL_ERROR_CODES, ...OWN_POSITION_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'])],
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    ctx.step('position')
    const position = await readV3Position(ctx, positionId)
    const pair = await resolvePair(ctx, position.token0, position.token1)
    const pool = poolOf(...pair, { ...params, feeTier: params.feeTier ?? position.feeTier })
    ctx.step('pool')
    const [state, permit2, exit] = await Promise.all([
      readPoolState(ctx, pool),
      readPermit2(ctx),
      planExit(ctx, position, slippageBps),
    ])
    const { tickSpacing } = pool.key
    const isNamed = [params.tickLower, params.tickUpper, params.rangeTicks].some((end) => end !== undefined)
    const range = isNamed
      ? resolveRange(params, { tick: state.tick, tickSpacing })
      : alignRange(position, tickSpacing)
    const deposit = fitDeposit(state.sqrtPriceX96, range, exit.change, slippageBps)
    if (deposit === undefined) throw tooLittle(`what position ${positionId} of Uniswap V3 pays out`)
    const plan = planParts(ctx, pool, [exit, buildMint(ctx, range, { pool, permit2, deposit })], {
      positions: [{ id: 'new', liquidity: deposit.liquidity }],
      toleranceBps: slippageBps,
    })
    const positions = [leaves(position.id, position.liquidity), ...plan.expectation.positions]
    return { ...plan, expectation: { ...plan.expectation, positions } }
  },
  settle(input) {
    const settled = settlePosition(input)
    const [left] = readLeft(input)
    return {
      ...settled,
      data: {
        ...settled.data,
        closedPositionId: left?.id.toString() ?? null,
        closedLiquidity: (left?.liquidity ?? 0n).toString(),
      },
      actualOutcome: {
        ...settled.actualOutcome,
        positions: [
          ...(left === undefined ? [] : [leaves(left.id, left.liquidity)]),
          ...settled.actualOutcome.positions,
        ],
      },
    }
  },
})
