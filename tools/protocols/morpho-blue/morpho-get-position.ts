import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { describePosition, POSITION_OUTPUT } from './describe-position.ts'
import { MarketIdSchema, readMarket } from './market.ts'

/** Read what an account has in one market: lent, collateral, debt, LTV and liquidation price. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_position',
  description:
    'Read what an account has in one Morpho market: lent assets, collateral, debt, LTV and liquidation price.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_position reads what an account has in one Morpho Blue market: lent assets, collateral, debt with interest, LTV, health and liquidation price.',
  promptGuidelines: ['Debt grows every second; ltvBps is rounded up.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { market: MarketIdSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({ account: AddressSchema, ...POSITION_OUTPUT }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read(params, ctx) {
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('market')
    return { account, ...describePosition(await readMarket(ctx, params.market, account)) }
  },
})
