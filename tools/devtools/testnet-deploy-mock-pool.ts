import { ToolError } from '../core/errors.ts'
import { BaseUnitsSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'
import { MARKET_ERRORS, MARKET_MEMBERS, MarketShownSchema, resolveMarket } from './market-target.ts'

/** Open a pool with given price and liquidity over the full range. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_deploy_mock_pool',
  description: 'Deploy a pool with given price and seeded full-range liquidity.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_deploy_mock_pool creates a pool for two tokens at a given price on the local chain and seeds it over the full range.',
  promptGuidelines: [],
  input: Type.Object(
    { ...MARKET_MEMBERS, amountABaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: MarketShownSchema,
  errorCodes: [...MARKET_ERRORS, 'ZERO_AMOUNT'],
  async plan({ amountABaseUnits, ...params }, ctx) {
    if (amountABaseUnits === '0') throw new ToolError('ZERO_AMOUNT', { parameter: 'amountABaseUnits' })
    return planControl('deployMockPool', { ...(await resolveMarket(ctx, params)), amountABaseUnits })
  },
})
