import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { CHAINS } from './chains.ts'
import { AMOUNTS_OUTPUT, describeAmounts } from './join-amounts.ts'
import { describePool, indexOf, POOL_ERROR_CODES, POOL_OUTPUT, PoolIdSchema, readPool } from './pool.ts'
import { quoteExit, SHARES_ERROR_CODES } from './shares.ts'

/** Quote what leaving a pool pays. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_quote_exit',
  description: 'Quote the tokens that shares of a Balancer V2 pool pay, in proportion or in one token.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_quote_exit says what exact shares (BPT, 18 decimals) of a Balancer V2 pool pay: all tokens in proportion, or the one that is named.',
  promptGuidelines: ['Leaving in proportion pays no fee; leaving into one token does.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { poolId: PoolIdSchema, sharesBaseUnits: BaseUnitsSchema, token: Type.Optional(TokenSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    sharesBaseUnits: BaseUnitsSchema,
    amounts: AMOUNTS_OUTPUT,
  }),
  errorCodes: [
    ...POOL_ERROR_CODES,
    ...SHARES_ERROR_CODES,
    'UNKNOWN_TOKEN',
    'TOKEN_NOT_IN_POOL',
    'ZERO_AMOUNT',
  ],
  async read({ poolId, sharesBaseUnits, token: named }, ctx) {
    const shares = readAmount(sharesBaseUnits, 'sharesBaseUnits')
    ctx.step('pool')
    const pool = await readPool(ctx, poolId)
    const tokenIndex = named === undefined ? undefined : indexOf(pool, await resolveErc20(ctx, named))
    ctx.step('quote')
    const amounts = await quoteExit(ctx, pool, { shares, tokenIndex })
    return {
      ...describePool(pool),
      sharesBaseUnits: shares.toString(),
      amounts: describeAmounts(pool, amounts),
    }
  },
})
