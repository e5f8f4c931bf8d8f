import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { toBps } from './analysis/fixed-point.ts'
import { concentrationBps, gatherTraders } from './analysis/order-flow.ts'
import { BASE } from './base.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
} from './swap-history.ts'

/** Tell a V3 pool's volume by trader: concentration, direction, likely bots. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_analyze_order_flow',
  description: "Tell a Uniswap V3 pool's volume by trader: concentration, direction, likely bots.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_analyze_order_flow tells who trades in a Uniswap V3 pool: volume and direction by recipient, how concentrated it is, and who turns within a block as bots do.',
  promptGuidelines: ['A recipient may be a router or an aggregator that acts for many.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most traders, 20 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    volume1BaseUnits: BaseUnitsSchema,
    /** Token1 that bought token0 less token1 that token0 was sold for. */
    netBought1BaseUnits: SignedBaseUnitsSchema,
    /** Herfindahl–Hirschman index; 10000 when one account trades alone. */
    concentrationBps: Type.Integer(),
    traderCount: Type.Integer(),
    traders: Type.Array(
      Type.Object({
        trader: AddressSchema,
        swapCount: Type.Integer(),
        bought1BaseUnits: BaseUnitsSchema,
        sold1BaseUnits: BaseUnitsSchema,
        shareBps: Type.Integer(),
        /** Blocks in which it traded both ways. */
        turnsWithinBlock: Type.Integer(),
        isLikelyBot: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ limit = 20, ...params }, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 1)
    const flows = gatherTraders(history.swaps)
    const bought = flows.reduce((sum, { bought1 }) => sum + bought1, 0n)
    const sold = flows.reduce((sum, { sold1 }) => sum + sold1, 0n)
    return {
      ...describeHistory(history),
      volume1BaseUnits: (bought + sold).toString(),
      netBought1BaseUnits: (bought - sold).toString(),
      concentrationBps: concentrationBps(flows),
      traderCount: flows.length,
      traders: flows.slice(0, limit).map((flow) => ({
        trader: flow.trader,
        swapCount: flow.swaps,
        bought1BaseUnits: flow.bought1.toString(),
        sold1BaseUnits: flow.sold1.toString(),
        shareBps: toBps(flow.bought1 + flow.sold1, bought + sold),
        turnsWithinBlock: flow.turnsWithinBlock,
        isLikelyBot: flow.turnsWithinBlock > 0,
      })),
    }
  },
})
