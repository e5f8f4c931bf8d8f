import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { withoutLiquidity } from './analysis/balance.ts'
import { BASE } from './base.ts'
import { readCurve, sellAll } from './entry.ts'
import { buildWithdrawal, PositionChangeSchema, planParts, settlePosition } from './liquidity.ts'
import { poolOf, readPoolState, resolvePair } from './pool.ts'
import {
  computePayout,
  OWN_POSITION_ERROR_CODES,
  PositionIdSchema,
  readOwnPosition,
  valuePosition,
} from './position.ts'

/** Close a V3 position and swap everything to one token. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_zap_out',
  description: 'Close a Uniswap V3 position and swap everything to one of its tokens.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool', 'ticks'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_zap_out ends an own Uniswap V3 position in one transaction, fees included, and swaps what it paid out of the other token in the same pool to the one you name.',
  promptGuidelines: ['For both tokens use uniswap_close_position: it pays no swap fee.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, tokenOut: TokenSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [
    ...OWN_POSITION_ERROR_CODES,
    'CHAIN_READ_FAILED',
    'POOL_NOT_FOUND',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'INVALID_PARAMS',
    'QUOTE_FAILED',
  ],
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const tokenOut = await resolveErc20(ctx, params.tokenOut)
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    if (![position.token0, position.token1].some((token) => isAddressEqual(token, tokenOut.address))) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/tokenOut',
        problem: `position ${positionId} is of ${position.token0} and ${position.token1}`,
      })
    }
    const [token0, token1] = await resolvePair(ctx, position.token0, position.token1)
    const pool = poolOf(ctx, token0, token1, position.feeTier)
    ctx.step('pool')
    const [valued, state] = await Promise.all([valuePosition(ctx, position), readPoolState(ctx, pool)])
    ctx.step('ticks')
    const curve = withoutLiquidity(await readCurve(ctx, pool, state), position)
    const { liquidity } = position
    const { paid } = computePayout(valued, liquidity)
    const zeroForOne = isAddressEqual(pool.token1.address, tokenOut.address)
    const amountIn = zeroForOne ? paid.amount0 : paid.amount1
    const sale =
      amountIn === 0n ? undefined : sellAll(ctx, { pool, curve, zeroForOne, amountIn, slippageBps })
    return planParts(
      ctx,
      position,
      [buildWithdrawal(ctx, valued, { liquidity, slippageBps, burn: true }), sale],
      {
        positions: liquidity > 0n ? [{ id: position.id, liquidity: -liquidity }] : [],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: settlePosition,
})
