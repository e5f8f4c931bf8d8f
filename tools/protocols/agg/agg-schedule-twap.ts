import { planLocal } from '../../core/plan.ts'
import { BaseUnitsSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineLocalTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { resolvePair } from './quotes.ts'
import { TWAP_KIND } from './twap.ts'

/** Keep a trade in slices; nothing is sent. */
export const TOOL_DEF = defineLocalTool({
  name: 'agg_schedule_twap',
  description:
    'Keep a schedule that sells an amount in equal slices at an interval (TWAP or DCA); sends nothing, each slice is an action of its own.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'fast',
  progressSteps: ['look'],
  spriteTrigger: 'executing',
  promptSnippet:
    'agg_schedule_twap keeps a schedule that sells an amount in equal slices at a fixed interval; it sends nothing, and each slice is previewed and committed when it is due.',
  promptGuidelines: ['Carry each slice out with agg_execute_twap_slice when it is due.'],
  supportedChains: EVM_CHAINS,
  localPort: 'schedule',
  // Each slice is signed when it is due.
  requires: ['wallet'],
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      slices: Type.Integer({ minimum: 2, maximum: 24 }),
      intervalSeconds: Type.Integer({ minimum: 60, maximum: 604_800 }),
      startInSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
      slippageBps: SlippageSchema,
      amountOutMinimumBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    entryId: HashSchema,
    kind: Type.Literal(TWAP_KIND),
    state: Type.String(),
    body: Type.Object({
      tokenIn: Type.String(),
      tokenOut: Type.String(),
      amountInBaseUnits: BaseUnitsSchema,
      slices: Type.Integer(),
      intervalSeconds: Type.Integer(),
      startSeconds: Type.Integer(),
      slippageBps: Type.Integer(),
      leastOutBaseUnits: BaseUnitsSchema,
    }),
  }),
  errorCodes: ['ZERO_AMOUNT', 'UNKNOWN_TOKEN', 'SAME_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'TWAP_TOO_SMALL'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, startInSeconds = 0, ...params }, ctx) {
    const { slices, intervalSeconds } = params
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    if (amountIn < BigInt(slices)) {
      throw BASE.error('TWAP_TOO_SMALL', { found: amountIn, expected: slices })
    }
    ctx.step('look')
    const [[sold, bought], head] = await Promise.all([
      resolvePair(ctx, params.tokenIn, params.tokenOut),
      ctx.chain.getBlock(),
    ])
    const body = {
      tokenIn: sold.address,
      tokenOut: bought.address,
      amountInBaseUnits: amountIn.toString(),
      slices,
      intervalSeconds,
      startSeconds: Number(head.timestamp) + startInSeconds,
      slippageBps,
      leastOutBaseUnits: params.amountOutMinimumBaseUnits ?? '0',
    }
    const kept = { kind: TWAP_KIND, body }
    return planLocal('schedule', 'keep', kept, { ...kept, state: 'open' })
  },
})
