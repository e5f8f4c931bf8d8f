import { chainsOf } from '../../core/base.ts'
import { differenceBps } from '../../core/outcome.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { judgePrices, listFeeds, NO_STATE } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'
import { renderPrice } from './describe-market.ts'
import { MarketIdSchema, readMarket } from './market.ts'

/** Read the price that a market uses, and how far it is from the tokens' feeds. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_oracle_price',
  description: 'Read the collateral price that a Morpho market uses, and its deviation from price feeds.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market', 'feeds'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_oracle_price reads the collateral price that a Morpho Blue market liquidates by, and how far it lies from the Chainlink feeds of both tokens.',
  promptGuidelines: ['A deviation of more than a few percent is a reason to stay out of the market.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ market: MarketIdSchema }, { additionalProperties: false }),
  output: Type.Object({
    market: MarketIdSchema,
    oracle: AddressSchema,
    /** Base units of the loan token for one of collateral, scaled by 10^36. */
    priceScaled: Type.String(),
    /** Whole loan tokens for one whole collateral token. */
    price: Type.String(),
    /** The same by the feeds; null where one has no fresh answer. */
    feedPrice: Type.Union([Type.String(), Type.Null()]),
    /** Distance of both in basis points of the feeds' price, rounded up. */
    deviationBps: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN', 'ORACLE_FAILED'],
  async read({ market: id }, ctx) {
    ctx.step('market')
    const market = await readMarket(ctx, id)
    const { price, loan, collateral, terms } = market
    if (price === undefined || collateral === undefined) {
      throw BASE.error('ORACLE_FAILED', { market: id, oracle: terms.oracle })
    }
    ctx.step('feeds')
    const tokens = [collateral, loan]
    const state = await ctx.chain.readState({ ...NO_STATE, feeds: listFeeds(tokens) })
    const [base, quote] = judgePrices(tokens, state).map((verdict) => verdict.price)
    const isKnown = base !== undefined && quote !== undefined && !base.isStale && !quote.isStale
    const feedPrice = isKnown
      ? (base.answer * 10n ** BigInt(36 + loan.decimals + quote.decimals)) /
        (quote.answer * 10n ** BigInt(collateral.decimals + base.decimals))
      : undefined
    return {
      market: id,
      oracle: terms.oracle,
      priceScaled: price.toString(),
      price: renderPrice(market, price),
      feedPrice: feedPrice === undefined ? null : renderPrice(market, feedPrice),
      deviationBps: feedPrice === undefined ? null : differenceBps(feedPrice, price),
    }
  },
})
