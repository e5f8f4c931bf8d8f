import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { POSITION_OUTPUT, planExit, readShares, ShareSchema, settlePositions } from './acts.ts'
import { CHAINS } from './chains.ts'
import { POOL_ERROR_CODES, PoolIdSchema } from './pool.ts'
import { SHARES_ERROR_CODES } from './shares.ts'

/** Leave a pool in proportion. */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_exit_pool',
  description: 'Leave a Balancer V2 pool with a share of what the account has of it, in proportion.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'balancer_exit_pool gives a share of the own shares (BPT) of a Balancer V2 pool back for all of its tokens in proportion, without a fee, each bounded by slippageBps.',
  promptGuidelines: ['balancer_get_lp_position tells what there is; 10000 is everything.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { poolId: PoolIdSchema, shareBps: ShareSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: POSITION_OUTPUT,
  errorCodes: [...POOL_ERROR_CODES, ...SHARES_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ poolId, shareBps, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('pool')
    const { pool, shares } = await readShares(ctx, poolId, shareBps)
    ctx.step('quote')
    return planExit(ctx, pool, { shares, slippageBps })
  },
  settle: settlePositions,
})
