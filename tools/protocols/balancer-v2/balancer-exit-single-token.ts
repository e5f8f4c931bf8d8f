import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { POSITION_OUTPUT, planExit, readShares, ShareSchema, settlePositions } from './acts.ts'
import { CHAINS } from './chains.ts'
import { indexOf, POOL_ERROR_CODES, PoolIdSchema } from './pool.ts'
import { SHARES_ERROR_CODES } from './shares.ts'

/** Leave a pool into one token. */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_exit_single_token',
  description: 'Leave a Balancer V2 pool with a share of what the account has of it, into one token.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'balancer_exit_single_token gives a share of the own shares (BPT) of a Balancer V2 pool back for one of its tokens, bounded by slippageBps.',
  promptGuidelines: [
    'What the token is out of proportion pays a swap fee: balancer_exit_pool pays none.',
    'balancer_get_lp_position tells what there is; 10000 is everything.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    { poolId: PoolIdSchema, token: TokenSchema, shareBps: ShareSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: POSITION_OUTPUT,
  errorCodes: [
    ...POOL_ERROR_CODES,
    ...SHARES_ERROR_CODES,
    'UNKNOWN_TOKEN',
    'TOKEN_NOT_IN_POOL',
    'INSUFFICIENT_LIQUIDITY',
  ],
  async plan({ poolId, token, shareBps, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('pool')
    const [{ pool, shares }, wanted] = await Promise.all([
      readShares(ctx, poolId, shareBps),
      resolveErc20(ctx, token),
    ])
    ctx.step('quote')
    return planExit(ctx, pool, { shares, tokenIndex: indexOf(pool, wanted), slippageBps })
  },
  settle: settlePositions,
})
