import { formatUnits, maxUint256, parseUnits } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { formatAmount } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import {
  judgePrices,
  listFeeds,
  NO_STATE,
  renderMicroUsd,
  requirePrice,
  type UsdPrice,
  valueMicroUsd,
} from '../../kit/usd-price.ts'

const AmountOfToken = Type.Object({
  token: AddressSchema,
  symbol: Type.String(),
  amount: Type.String(),
  amountBaseUnits: BaseUnitsSchema,
})

/** Convert an amount between human units, base units, USD and another token at feed prices. */
export const TOOL_DEF = defineReadTool({
  name: 'data_convert_amount',
  description:
    'Convert an amount between human units, base units, USD and another token at feed prices, rounded down.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read', 'convert'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_convert_amount turns human amounts into base units and back, or into USD or another token at feed prices; use it before giving any amount.',
  promptGuidelines: ['A conversion is no quote: trades have fees and price impact.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      amount: Type.String({
        pattern: '^(0|[1-9][0-9]{0,77})(\\.[0-9]{1,36})?$',
        description: 'decimal string in the given unit',
      }),
      unit: Type.Union([Type.Literal('human'), Type.Literal('base'), Type.Literal('usd')], {
        description: 'human: whole tokens; base: base units; usd: dollars worth of the token',
      }),
      toToken: Type.Optional(TokenSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: AmountOfToken,
    valueUsd: Type.Union([Type.String(), Type.Null()]),
    to: Type.Union([AmountOfToken, Type.Null()]),
    isPriceStale: Type.Boolean(),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'INVALID_PARAMS', 'NO_PRICE', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const token = await resolveToken(ctx, params.token)
    const target = params.toToken === undefined ? undefined : await resolveToken(ctx, params.toToken)
    const tokens = target ? [token, target] : [token]
    ctx.step('read')
    const feeds = listFeeds(tokens)
    const state = feeds.length > 0 ? await ctx.chain.readState({ ...NO_STATE, feeds }) : undefined
    const [verdict, targetVerdict] = judgePrices(tokens, state ?? { feeds: [], timestampSeconds: 0n })
    ctx.step('convert')
    const amountBaseUnits =
      params.unit === 'usd'
        ? usdToBaseUnits(params.amount, token, requirePrice(token, verdict))
        : parseExactly(params.amount, params.unit === 'base' ? 0 : token.decimals)
    let to: ReturnType<typeof describe> | null = null
    if (target) {
      const price = requirePrice(token, verdict)
      const targetPrice = requirePrice(target, targetVerdict)
      const numerator = amountBaseUnits * price.answer * 10n ** BigInt(target.decimals + targetPrice.decimals)
      const denominator = targetPrice.answer * 10n ** BigInt(token.decimals + price.decimals)
      to = describe(target, numerator / denominator)
    }
    return {
      from: describe(token, amountBaseUnits),
      valueUsd: verdict?.price
        ? renderMicroUsd(valueMicroUsd(amountBaseUnits, token.decimals, verdict.price))
        : null,
      to,
      isPriceStale: (verdict?.price?.isStale ?? false) || (targetVerdict?.price?.isStale ?? false),
    }
  },
})

/** @throws ToolError INVALID_PARAMS for more than a token can count */
function describe({ address, symbol, decimals }: TokenInfo, amountBaseUnits: bigint) {
  if (amountBaseUnits > maxUint256) {
    const found = formatAmount({ symbol, decimals, baseUnits: amountBaseUnits })
    const problem = `comes to ${found}, more than a token can count`
    throw new ToolError('INVALID_PARAMS', { path: '/amount', problem })
  }
  return {
    token: address,
    symbol,
    amount: formatUnits(amountBaseUnits, decimals),
    amountBaseUnits: amountBaseUnits.toString(),
  }
}

/** viem's `parseUnits` rounds what does not fit; here it is an error. */
function parseExactly(amount: string, decimals: number): bigint {
  const fraction = amount.split('.')[1] ?? ''
  if (fraction.length > decimals) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/amount',
      problem: `has ${fraction.length} decimals, the unit has ${decimals}`,
    })
  }
  return parseUnits(amount, decimals)
}

function usdToBaseUnits(usd: string, token: TokenInfo, price: UsdPrice): bigint {
  const scale = (usd.split('.')[1] ?? '').length
  return (
    (parseUnits(usd, scale) * 10n ** BigInt(token.decimals + price.decimals)) /
    (price.answer * 10n ** BigInt(scale))
  )
}
