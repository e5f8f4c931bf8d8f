import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { CHAINS } from './chains.ts'
import { describeMarket, MARKET_ERROR_CODES, readMarket } from './market.ts'
import { QUOTATIONS, readQuote } from './quote.ts'
import { ofWad } from './rates.ts'

/** Quote joining or leaving a market. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_quote_liquidity',
  description: 'Quote joining a Pendle market with its asset, or leaving it into that.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_quote_liquidity quotes the LP that an amount of its asset brings in a Pendle market, with or without keeping YT, or the asset that an amount of LP pays.',
  promptGuidelines: ['addKeepYt does not move the price; the YT that it leaves loses value until maturity.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      market: AddressSchema,
      act: Type.Union([Type.Literal('add'), Type.Literal('addKeepYt'), Type.Literal('remove')]),
      amountBaseUnits: BaseUnitsSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: AddressSchema,
    assetSymbol: Type.String(),
    /** Of the asset, of LP where it is removed. */
    amountInBaseUnits: BaseUnitsSchema,
    /** Of LP, of the asset where it is removed. */
    amountOutBaseUnits: BaseUnitsSchema,
    ytOutBaseUnits: BaseUnitsSchema,
    feeSyBaseUnits: BaseUnitsSchema,
    /** A share, 0.01 for 1 %. */
    priceImpact: Type.String(),
    impliedApyBefore: Type.String(),
    impliedApyAfter: Type.String(),
  }),
  errorCodes: [...MARKET_ERROR_CODES, 'PENDLE_MATURED', 'PENDLE_NO_TRADE', 'ZERO_AMOUNT'],
  async read({ market: named, act, amountBaseUnits }, ctx) {
    const amount = readAmount(amountBaseUnits)
    ctx.step('market')
    const market = await readMarket(ctx, named)
    ctx.step('quote')
    const quote = await readQuote(ctx, market, QUOTATIONS[act], amount)
    const { impliedApy } = describeMarket(market)
    return {
      market: market.address,
      assetSymbol: market.assetSymbol,
      amountInBaseUnits: amount.toString(),
      amountOutBaseUnits: quote.out.toString(),
      ytOutBaseUnits: quote.keptYt.toString(),
      feeSyBaseUnits: quote.syFee.toString(),
      priceImpact: ofWad(quote.priceImpact),
      impliedApyBefore: impliedApy,
      impliedApyAfter: quote.impliedApyAfter ?? impliedApy,
    }
  },
})
