import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { BASE } from './base.ts'
import { describeLiquidityEvent, LIQUIDITY_EVENT_OUTPUT, readLiquidityEvents } from './liquidity-events.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, resolvePool } from './pool.ts'

/** List recent changes of a V3 pool's liquidity with range and owner. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_liquidity_events',
  description: "List recent changes of a Uniswap V3 pool's liquidity with range and owner.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_pool_liquidity_events lists who added, removed or collected liquidity in a Uniswap V3 pool lately, with price range and amounts, the newest last.',
  promptGuidelines: [
    'The owner is the position manager for everything that is an NFT.',
    'Removed liquidity stays owed in the pool until it is collected.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most events, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    events: Type.Array(Type.Object(LIQUIDITY_EVENT_OUTPUT)),
  }),
  errorCodes: ['INVALID_PARAMS', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ limit = 50, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const events = await readLiquidityEvents(ctx, pool, window)
    return {
      ...describePool(pool),
      ...describeWindow(window),
      totalFound: events.length,
      events: events.slice(-limit).map(describeLiquidityEvent),
    }
  },
})
