import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { CURSOR_OUTPUT, CURSOR_PARAMETERS, openCursor, readSince, takePage } from './cursor.ts'
import { describeLiquidityEvent, LIQUIDITY_EVENT_OUTPUT, readLiquidityEvents } from './liquidity-events.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, readPoolState, resolvePool } from './pool.ts'

/** Read changes of a V3 pool's liquidity near its price since a cursor. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_liquidity',
  description: "Read changes of a Uniswap V3 pool's liquidity near its price since a cursor.",
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "stream_subscribe_liquidity follows who adds and removes liquidity of a Uniswap V3 pool near its price: each call tells what happened since the last one's cursor.",
  promptGuidelines: ['Keep nextCursor and give it back; without withinTicks every range is told.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      ...CURSOR_PARAMETERS,
      withinTicks: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 887_272,
          description: 'only ranges that come this near to the present tick; 0 is those in range',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    ...CURSOR_OUTPUT,
    tick: Type.Integer(),
    events: Type.Array(Type.Object(LIQUIDITY_EVENT_OUTPUT)),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
  ],
  async read({ cursor, limit = 50, withinTicks, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('pool')
    const [{ tick }, window] = await Promise.all([readPoolState(ctx, pool), openCursor(ctx, cursor)])
    ctx.step('logs')
    const events = await readSince(window, (range) => readLiquidityEvents(ctx, pool, range))
    const { page, told } = takePage(window, events, {
      limit,
      isWanted: ({ type, tickLower, tickUpper }) =>
        type !== 'collect' &&
        (withinTicks === undefined || (tickLower - withinTicks <= tick && tick < tickUpper + withinTicks)),
    })
    return { ...describePool(pool), ...told, tick, events: page.map(describeLiquidityEvent) }
  },
})
