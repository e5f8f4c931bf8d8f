import { chainsOf } from '../../core/base.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  LiquidityChangeSchema,
  planWithdrawal,
  readWithdrawal,
  ShareSchema,
  settleLiquidity,
} from './liquidity.ts'
import { pairOf, resolveTokens } from './pair.ts'

/** Burn liquidity of a V2 pair for the underlying tokens. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_remove_v2_liquidity',
  description: 'Burn a share of the own liquidity of a Uniswap V2 pair for both of its tokens.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pair'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_remove_v2_liquidity burns a share of the liquidity that the account holds of a Uniswap V2 pair and brings both tokens back, with minimums.',
  promptGuidelines: ['10000 basis points are everything; fees are part of what comes back.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokenA: TokenSchema, tokenB: TokenSchema, shareBps: ShareSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: LiquidityChangeSchema,
  errorCodes: [
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'PAIR_NOT_FOUND',
    'CHAIN_READ_FAILED',
    'LIQUIDITY_NOT_HELD',
    'INSUFFICIENT_LIQUIDITY',
  ],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const pair = pairOf(ctx, ...(await resolveTokens(ctx, params.tokenA, params.tokenB)))
    ctx.step('pair')
    return planWithdrawal(ctx, await readWithdrawal(ctx, pair, params.shareBps), slippageBps)
  },
  settle: settleLiquidity,
})
