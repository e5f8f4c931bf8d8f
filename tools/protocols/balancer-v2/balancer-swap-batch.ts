import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { ROUTE_PARAMETERS } from './route.ts'
import { planTrade, settleTrade, TRADE_ERROR_CODES, TRADE_OUTPUT, TRADE_PARAMETERS } from './trade.ts'

/** Swap along several pools. */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_swap_batch',
  description:
    'Swap along several Balancer V2 pools in one call, exact input or exact output, with limits on each token.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'balancer_swap_batch trades along up to four Balancer V2 pools in one call, bounded by slippageBps; of the tokens between nothing comes or goes.',
  promptGuidelines: [
    'Name the tokens in order; poolIds names the pools between them, known ones are taken without.',
    'Give exactly one of amountInBaseUnits and amountOutBaseUnits; quote first with balancer_quote_swap.',
  ],
  supportedChains: CHAINS,
  input: Type.Object({ ...ROUTE_PARAMETERS, ...TRADE_PARAMETERS }, { additionalProperties: false }),
  output: TRADE_OUTPUT,
  errorCodes: TRADE_ERROR_CODES,
  traits: ['multi-hop'],
  async plan({ tokens, poolIds, ...params }, ctx) {
    ctx.step('quote')
    return planTrade(ctx, { tokens, ...(poolIds === undefined ? {} : { poolIds }) }, params)
  },
  settle: settleTrade,
})
