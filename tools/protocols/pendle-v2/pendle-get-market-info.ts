import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import {
  describeMarket,
  describeReserves,
  MARKET_ERROR_CODES,
  MARKET_OUTPUT,
  RESERVES_OUTPUT,
  readMarket,
} from './market.ts'
import { exactOfWad, toApy } from './rates.ts'

/** Read what a market is and has. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_get_market_info',
  description: 'Read reserves, implied yield, PT and YT price and maturity of a Pendle market.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_get_market_info reads a Pendle market: what it holds, its maturity, the yield that PT locks in and what PT and YT cost at the margin.',
  promptGuidelines: [
    'These are prices of this moment; what counts is the average of pendle_get_oracle_price.',
  ],
  supportedChains: CHAINS,
  leadsTo: [
    {
      tool: 'pendle_get_oracle_price',
      probability: 0.6,
      derive: ({ market }) => (typeof market === 'string' ? [{ market }] : []),
    },
  ],
  input: Type.Object({ market: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    ...MARKET_OUTPUT,
    ...RESERVES_OUTPUT,
    /** What trades pay, as a yield a year. */
    feeApy: Type.String(),
    /** Base units of the asset for one base unit of SY, 18 decimals. */
    assetsPerSy: Type.String(),
    /** The same as PT and YT count them; above `assetsPerSy` only after a loss. */
    assetsPerSyForPrincipal: Type.String(),
  }),
  errorCodes: MARKET_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('market')
    const market = await readMarket(ctx, params.market)
    return {
      ...describeMarket(market),
      ...describeReserves(market),
      feeApy: toApy(market.lnFeeRate),
      assetsPerSy: exactOfWad(market.syRate),
      assetsPerSyForPrincipal: exactOfWad(market.pyIndex),
    }
  },
})
