import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { POSITION_OUTPUT, planJoin, settlePositions } from './acts.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { DepositsSchema, readAmounts } from './join-amounts.ts'
import { POOL_ERROR_CODES, PoolIdSchema, readPool } from './pool.ts'
import { quoteJoin, SHARES_ERROR_CODES } from './shares.ts'

/** Join a pool with exact tokens. */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_join_pool',
  description: 'Join a Balancer V2 pool with exact tokens for a minimum of shares.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'balancer_join_pool puts exact amounts of one or more tokens into a Balancer V2 pool for shares (BPT); it approves exactly these and bounds the shares by slippageBps.',
  promptGuidelines: [
    'Quote first with balancer_quote_join; tokens out of proportion pay a swap fee.',
    'A pool that is not listed needs the owner before anything goes in.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    { poolId: PoolIdSchema, deposits: DepositsSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: POSITION_OUTPUT,
  errorCodes: [
    ...POOL_ERROR_CODES,
    ...SHARES_ERROR_CODES,
    'UNKNOWN_TOKEN',
    'TOKEN_NOT_IN_POOL',
    'ZERO_AMOUNT',
    'INVALID_PARAMS',
  ],
  async plan({ poolId, deposits, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('pool')
    const pool = await readPool(ctx, poolId)
    const amounts = await readAmounts(ctx, pool, deposits)
    ctx.step('quote')
    const shares = await quoteJoin(ctx, pool, amounts, ctx.account)
    if (shares === 0n) {
      const reason = 'so little brings no share'
      throw BASE.error('POOL_REFUSES', { pool: pool.id, act: 'the join', reason })
    }
    return planJoin(ctx, pool, { amounts, shares, slippageBps })
  },
  settle: settlePositions,
})
