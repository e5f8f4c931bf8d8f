import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { computeVpinBps, fillBuckets } from './analysis/order-flow.ts'
import { BASE } from './base.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
} from './swap-history.ts'

/** Compute the volume-synchronised probability of informed trading in a V3 pool. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_vpin',
  aliases: ['compute_vpin'],
  description: 'Compute the volume-synchronised probability of informed trading in a Uniswap V3 pool.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_vpin measures how one-sided the recent flow of a Uniswap V3 pool was, bucket by bucket of equal volume (VPIN): high values mean informed traders.',
  promptGuidelines: ['10000 bps is all volume of each bucket in one direction; 0 is balanced flow.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      buckets: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'buckets of equal volume, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    vpinBps: Type.Integer(),
    /** Of token1, each. */
    bucketBaseUnits: BaseUnitsSchema,
    buckets: Type.Array(
      Type.Object({
        /** Token1 that bought token0, and that token0 was sold for. */
        bought1BaseUnits: BaseUnitsSchema,
        sold1BaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ buckets: count = 10, ...params }, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 2)
    const buckets = fillBuckets(history.swaps, count)
    const [first] = buckets
    return {
      ...describeHistory(history),
      vpinBps: computeVpinBps(buckets),
      bucketBaseUnits: (first ? first.bought1 + first.sold1 : 0n).toString(),
      buckets: buckets.map(({ bought1, sold1 }) => ({
        bought1BaseUnits: bought1.toString(),
        sold1BaseUnits: sold1.toString(),
      })),
    }
  },
})
