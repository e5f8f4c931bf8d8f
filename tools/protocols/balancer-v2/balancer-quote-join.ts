import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { AMOUNTS_OUTPUT, DepositsSchema, describeAmounts, readAmounts } from './join-amounts.ts'
import { describePool, POOL_ERROR_CODES, POOL_OUTPUT, PoolIdSchema, readPool } from './pool.ts'
import { quoteJoin, SHARES_ERROR_CODES } from './shares.ts'

/** Quote what joining a pool brings. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_quote_join',
  description: 'Quote the shares that joining a Balancer V2 pool with exact tokens brings.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_quote_join says how many shares (BPT, 18 decimals) exact amounts of the tokens of a Balancer V2 pool bring.',
  promptGuidelines: ['Tokens that are out of proportion pay a swap fee on the part that is.'],
  supportedChains: CHAINS,
  input: Type.Object({ poolId: PoolIdSchema, deposits: DepositsSchema }, { additionalProperties: false }),
  output: Type.Object({
    ...POOL_OUTPUT,
    amounts: AMOUNTS_OUTPUT,
    sharesBaseUnits: BaseUnitsSchema,
    totalSharesBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  }),
  errorCodes: [
    ...POOL_ERROR_CODES,
    ...SHARES_ERROR_CODES,
    'UNKNOWN_TOKEN',
    'TOKEN_NOT_IN_POOL',
    'ZERO_AMOUNT',
    'INVALID_PARAMS',
  ],
  async read({ poolId, deposits }, ctx) {
    ctx.step('pool')
    const pool = await readPool(ctx, poolId)
    const amounts = await readAmounts(ctx, pool, deposits)
    ctx.step('quote')
    const shares = await quoteJoin(ctx, pool, amounts)
    return {
      ...describePool(pool),
      amounts: describeAmounts(pool, amounts),
      sharesBaseUnits: shares.toString(),
      totalSharesBaseUnits: pool.supply?.toString() ?? null,
    }
  },
})
