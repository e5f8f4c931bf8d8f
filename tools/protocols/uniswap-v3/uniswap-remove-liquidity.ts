import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionChangeSchema, settlePosition } from './liquidity.ts'
import { planRemoval, REMOVAL_ERROR_CODES, RemovalSchema } from './removal.ts'

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
    'Where one of its tokens cannot be paid out, leave that as leftToken: the other one comes.',
    'To end a position use uniswap_close_position, which also burns the NFT.',
  ],
  supportedChains: chainsOf(BASE),
  input: RemovalSchema,
  output: PositionChangeSchema,
  errorCodes: REMOVAL_ERROR_CODES,
  async plan(params, ctx) {
    return (await planRemoval(ctx, params)).plan
  },
  settle: settlePosition,
})
