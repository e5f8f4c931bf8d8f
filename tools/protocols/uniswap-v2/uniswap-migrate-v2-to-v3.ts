import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { resolveRange } from '../../kit/tick-range.ts'
import { BASE } from './base.ts'
import { readWithdrawal } from './liquidity.ts'
import {
  fitInto,
  MIGRATION_PARAMETERS,
  MigrationSchema,
  planMigration,
  readDestination,
  settleMigration,
} from './migration.ts'
import { pairOf, resolveTokens } from './pair.ts'

/** Move liquidity of a V2 pair into a V3 range position. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_migrate_v2_to_v3',
  description:
    'Move a share of the own liquidity of a Uniswap V2 pair into a Uniswap V3 position in a price range.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pair', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_migrate_v2_to_v3 turns a share of the own liquidity of a Uniswap V2 pair into a Uniswap V3 position of the same tokens in a price range, in one transaction; what the range does not take stays.',
  promptGuidelines: [
    'The pool of the fee tier has to be there: look at its price with uniswap_get_pool_info first.',
    'A range around the price takes the most; nothing is swapped.',
    'Hold as much of both tokens as goes in: what an action pays has to be held before it, though the pair gives it. Else move smaller shares, one after the other.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...MIGRATION_PARAMETERS, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: MigrationSchema,
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
    'PAIR_NOT_FOUND',
    'CHAIN_READ_FAILED',
    'LIQUIDITY_NOT_HELD',
    'INSUFFICIENT_LIQUIDITY',
  ],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const pair = pairOf(ctx, ...(await resolveTokens(ctx, params.tokenA, params.tokenB)))
    ctx.step('pair')
    const given = await readWithdrawal(ctx, pair, params.shareBps)
    ctx.step('pool')
    const pool = await readDestination(ctx, pair, params.feeTier)
    const range = resolveRange(params, pool)
    const entry = fitInto(pool, range, given)
    return planMigration(ctx, given, { feeTier: params.feeTier, range, entry, slippageBps })
  },
  settle: settleMigration,
})
