import { BaseUnitsSchema, HexSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { quoteFee, readTerms } from './quote-fee.ts'
import { findOutputToken } from './routes.ts'

/** Quote sending a token to another chain from what others offered relayers for it. */
export const TOOL_DEF = defineReadTool({
  name: 'across_quote_bridge',
  description: 'Quote sending a token to another chain through Across: fee, output and fill deadline.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['deposits', 'terms'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'across_quote_bridge says what sending a token to another chain through Across costs, by the median fee that recent deposits of the same token offered relayers.',
  promptGuidelines: [
    'No relayer is bound by it: a deposit that offers less than they ask is refunded after its deadline.',
    'Few samples say little: look at samples and highestFeeMillionths.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      destinationChainId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      amountBaseUnits: BaseUnitsSchema,
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** The same token on the other chain, or what most was sent for: an address as a word. */
    outputToken: HexSchema,
    samples: Type.Integer(),
    /** Median of what deposits offered, each weighing as much as it sent; millionths of that. */
    feeMillionths: Type.Integer(),
    lowestFeeMillionths: Type.Integer(),
    highestFeeMillionths: Type.Integer(),
    feeBaseUnits: BaseUnitsSchema,
    /** In base units of the sent token. */
    outputAmountBaseUnits: BaseUnitsSchema,
    /** Time of the spoke pool, by which a deposit is quoted. */
    quoteAtSeconds: Type.Integer(),
    /** Oldest quote time that it takes. */
    oldestQuoteSeconds: Type.Integer(),
    /** Latest fill deadline that it takes. */
    latestFillDeadlineSeconds: Type.Integer(),
    isPaused: Type.Boolean(),
  }),
  errorCodes: ['ZERO_AMOUNT', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'ROUTE_UNSEEN', 'CHAIN_READ_FAILED'],
  async read({ token: reference, destinationChainId, amountBaseUnits, ...params }, ctx) {
    const amount = readAmount(amountBaseUnits)
    const token = await resolveErc20(ctx, reference)
    ctx.step('deposits')
    const window = await readWindow(ctx, params)
    const outputToken = findOutputToken(token.address, destinationChainId)
    const quote = await quoteFee(ctx, { token, destinationChainId, outputToken }, window)
    ctx.step('terms')
    const { nowSeconds, quoteBufferSeconds, fillBufferSeconds, isPaused } = await readTerms(ctx)
    const feeBaseUnits = quote.feeOf(amount)
    return {
      ...describeWindow(window),
      outputToken: quote.outputToken,
      samples: quote.samples,
      feeMillionths: quote.median,
      lowestFeeMillionths: quote.lowest,
      highestFeeMillionths: quote.highest,
      feeBaseUnits: feeBaseUnits.toString(),
      outputAmountBaseUnits: (amount - feeBaseUnits).toString(),
      quoteAtSeconds: nowSeconds,
      oldestQuoteSeconds: nowSeconds - quoteBufferSeconds,
      latestFillDeadlineSeconds: nowSeconds + fillBufferSeconds,
      isPaused,
    }
  },
})
