import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { CHAINS } from './chains.ts'
import { describeMarket, MARKET_ERROR_CODES, readMarket } from './market.ts'
import { readQuote, TRADES, tokenOf } from './quote.ts'
import { ofWad } from './rates.ts'

const Side = Type.Union([Type.Literal('asset'), Type.Literal('pt'), Type.Literal('yt')])

/** Quote a trade of PT or YT. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_quote_swap',
  description: 'Quote a trade of PT or YT in a Pendle market with the yield that it leaves.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_quote_swap quotes what a Pendle market gives for an amount of its asset, PT or YT, with fee, price impact and the implied yield before and after.',
  promptGuidelines: ['YT costs little and moves the yield much: try small amounts.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { market: AddressSchema, from: Side, to: Side, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: AddressSchema,
    tokenIn: AddressSchema,
    tokenOut: AddressSchema,
    amountInBaseUnits: BaseUnitsSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    feeSyBaseUnits: BaseUnitsSchema,
    /** A share, 0.01 for 1 %. */
    priceImpact: Type.String(),
    impliedApyBefore: Type.String(),
    impliedApyAfter: Type.String(),
  }),
  errorCodes: [...MARKET_ERROR_CODES, 'PENDLE_MATURED', 'PENDLE_NO_TRADE', 'SAME_TOKEN', 'ZERO_AMOUNT'],
  async read({ market: named, from, to, amountBaseUnits }, ctx) {
    const amount = readAmount(amountBaseUnits)
    const trade = TRADES.get(`${from}>${to}`)
    if (trade === undefined) throw new ToolError('SAME_TOKEN', { token: from })
    ctx.step('market')
    const market = await readMarket(ctx, named)
    ctx.step('quote')
    const { out, syFee, priceImpact, impliedApyAfter } = await readQuote(ctx, market, trade, amount)
    const { impliedApy } = describeMarket(market)
    return {
      market: market.address,
      tokenIn: tokenOf(market, from),
      tokenOut: tokenOf(market, to),
      amountInBaseUnits: amount.toString(),
      amountOutBaseUnits: out.toString(),
      feeSyBaseUnits: syFee.toString(),
      priceImpact: ofWad(priceImpact),
      impliedApyBefore: impliedApy,
      impliedApyAfter: impliedApyAfter ?? impliedApy,
    }
  },
})
