import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ask, view } from '../../kit/views.ts'
import { oracleAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { describeMarket, MARKET_ERROR_CODES, readMarket } from './market.ts'
import { exactOfWad } from './rates.ts'

/** Shortest average that may count: a cage reads this one (PendleReader). */
const LEAST_SECONDS = 1_800

/** Read what PT, YT and LP were worth over a time. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_get_oracle_price',
  description: 'Read time-weighted prices of PT, YT and LP of a Pendle market in its asset.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market', 'oracle'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_get_oracle_price reads what PT, YT and LP of a Pendle market were worth in its asset on average over the last half hour or longer, beside the price of this moment.',
  promptGuidelines: ['A price far from its average was moved lately: wait, or trade less.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      market: AddressSchema,
      twapSeconds: Type.Optional(
        Type.Integer({
          minimum: LEAST_SECONDS,
          maximum: 604_800,
          description: `seconds to average over, ${LEAST_SECONDS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: AddressSchema,
    assetSymbol: Type.String(),
    twapSeconds: Type.Integer(),
    /** Base units of the asset for one base unit of PT, YT and LP, 18 decimals. */
    ptInAssets: Type.String(),
    ytInAssets: Type.String(),
    lpInAssets: Type.String(),
    /** The PT's price of this moment. */
    ptPriceInAssets: Type.String(),
    /** Whether the market keeps enough observations for this average when a trade falls into every block. */
    isDense: Type.Boolean(),
  }),
  errorCodes: [...MARKET_ERROR_CODES, 'PENDLE_NO_AVERAGE'],
  async read({ market: named, twapSeconds = LEAST_SECONDS }, ctx) {
    const { oracle } = BASE.on(ctx.book)
    ctx.step('market')
    const market = await readMarket(ctx, named)
    ctx.step('oracle')
    const args = [market.address, twapSeconds]
    const { values } = await ask(ctx, [
      view(oracle, oracleAbi, 'getPtToAssetRate', args),
      view(oracle, oracleAbi, 'getYtToAssetRate', args),
      view(oracle, oracleAbi, 'getLpToAssetRate', args),
      view(oracle, oracleAbi, 'getOracleState', args),
    ])
    const [pt, yt, lp, state] = values as [bigint?, bigint?, bigint?, (readonly [boolean, number, boolean])?]
    if (pt === undefined || yt === undefined || lp === undefined || state === undefined) {
      throw BASE.error('PENDLE_NO_AVERAGE', { market: market.address, expected: twapSeconds })
    }
    return {
      market: market.address,
      assetSymbol: market.assetSymbol,
      twapSeconds,
      ptInAssets: exactOfWad(pt),
      ytInAssets: exactOfWad(yt),
      lpInAssets: exactOfWad(lp),
      ptPriceInAssets: describeMarket(market).ptPriceInAssets,
      isDense: !state[0],
    }
  },
})
