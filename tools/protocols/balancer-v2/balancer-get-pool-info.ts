import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import {
  describeHoldings,
  describePool,
  HOLDINGS_OUTPUT,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  PoolIdSchema,
  readPool,
} from './pool.ts'

/** Read what a pool is and holds. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_get_pool_info',
  description: 'Read tokens, balances, weights or amplification, fee and shares of a Balancer V2 pool.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_get_pool_info reads the tokens of a Balancer V2 pool with balances and weights, its amplification, swap fee and shares.',
  promptGuidelines: ['A pool that is not listed was made by anyone: its code may be anything.'],
  supportedChains: CHAINS,
  input: Type.Object({ poolId: PoolIdSchema }, { additionalProperties: false }),
  output: Type.Object({ ...POOL_OUTPUT, ...HOLDINGS_OUTPUT }),
  errorCodes: POOL_ERROR_CODES,
  async read({ poolId }, ctx) {
    ctx.step('pool')
    const pool = await readPool(ctx, poolId)
    return { ...describePool(pool), ...describeHoldings(pool) }
  },
})
