import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { PositionChangeSchema, planWithdrawal, settlePosition } from './liquidity.ts'
import {
  OWN_POSITION_ERROR_CODES,
  type Position,
  PositionIdSchema,
  readOwnPosition,
  valuePosition,
} from './position.ts'

/** Remove part of a V3 position's liquidity and collect it. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_remove_liquidity',
  description: "Remove part of a Uniswap V3 position's liquidity and collect it together with its fees.",
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_remove_liquidity takes a share or an amount of liquidity out of an own Uniswap V3 position and collects the tokens and all fees; the position NFT stays.',
  promptGuidelines: [
    'Give shareBps (10000 is everything) or liquidity, not both.',
    'To end a position use uniswap_close_position, which also burns the NFT.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      positionId: PositionIdSchema,
      shareBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'share of the liquidity, basis points' }),
      ),
      liquidity: Type.Optional(BaseUnitsSchema),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [
    ...OWN_POSITION_ERROR_CODES,
    'CHAIN_READ_FAILED',
    'ZERO_AMOUNT',
    'INSUFFICIENT_LIQUIDITY',
    'INVALID_PARAMS',
  ],
  async plan(params, ctx) {
    const { slippageBps = DEFAULT_SLIPPAGE_BPS } = params
    if ((params.shareBps === undefined) === (params.liquidity === undefined)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/shareBps',
        problem: 'give exactly one of shareBps and liquidity',
      })
    }
    ctx.step('position')
    const position = await readOwnPosition(ctx, params.positionId)
    const liquidity = chooseLiquidity(position, params)
    ctx.step('pool')
    const valued = await valuePosition(ctx, position)
    return planWithdrawal(ctx, valued, { liquidity, slippageBps, burn: false })
  },
  settle: settlePosition,
})

function chooseLiquidity(
  position: Position,
  params: { readonly shareBps?: number; readonly liquidity?: string },
): bigint {
  const subject = `position ${position.id}`
  if (params.shareBps !== undefined) {
    const liquidity = (position.liquidity * BigInt(params.shareBps)) / 10_000n
    if (liquidity > 0n) return liquidity
    throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: position.liquidity, expected: 1n })
  }
  const liquidity = readAmount(params.liquidity ?? '0', 'liquidity')
  if (liquidity > position.liquidity) {
    throw new ToolError('INSUFFICIENT_LIQUIDITY', {
      subject,
      found: position.liquidity,
      expected: liquidity,
    })
  }
  return liquidity
}
