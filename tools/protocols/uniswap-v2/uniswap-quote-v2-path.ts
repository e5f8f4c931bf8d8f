import type { Address } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { renderRatio } from '../../kit/pool-price.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { pairAbi, routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { computePriceImpactBps } from './maths.ts'
import { inOrderOf, pairNotFound, pairOf } from './pair.ts'

/** Most pairs that one path may pass. */
const MAX_HOPS = 4

/** Quote a V2 path by the router, exact input or output. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_quote_v2_path',
  description: 'Quote a path of Uniswap V2 pairs, exact input or exact output.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_quote_v2_path quotes a trade along Uniswap V2 pairs, by its tokens in order: what an exact input brings, or what an exact output costs, with the price impact.',
  promptGuidelines: [
    'Give amountBaseUnits of the first token for an exact input, of the last for an exact output.',
    'Each pair of a path costs its own 0.3 %.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokens: Type.Array(TokenSchema, {
        minItems: 2,
        maxItems: MAX_HOPS + 1,
        description: 'tokens of the path in the order of the trade',
      }),
      amountBaseUnits: BaseUnitsSchema,
      exact: Type.Optional(Type.Union([Type.Literal('input'), Type.Literal('output')])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    amountInBaseUnits: BaseUnitsSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    /** Whole tokens out for one whole token in, fees included. */
    price: Type.String(),
    priceImpactBps: Type.Integer(),
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'PAIR_NOT_FOUND',
    'CHAIN_READ_FAILED',
    'QUOTE_FAILED',
  ],
  async read({ exact = 'input', ...params }, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    const tokens = await Promise.all(params.tokens.map((token) => resolveErc20(ctx, token)))
    const [tokenIn, tokenOut] = [tokens[0] as TokenInfo, tokens.at(-1) as TokenInfo]
    const repeated = tokens.find((token, index) =>
      tokens.slice(0, index).some(({ address }) => isAddressEqual(address, token.address)),
    )
    if (repeated !== undefined) throw new ToolError('SAME_TOKEN', { token: repeated.symbol })
    ctx.step('quote')
    const pairs = tokens.slice(1).map((token, index) => pairOf(ctx, tokens[index] as TokenInfo, token))
    const path: Address[] = tokens.map(({ address }) => address)
    const functionName = exact === 'input' ? 'getAmountsOut' : 'getAmountsIn'
    const asked = { address: BASE.on(ctx.book).router, abi: routerAbi, functionName } as const
    const booked = pairs.map(
      ({ address }) => ({ address, abi: pairAbi, functionName: 'getReserves' }) as const,
    )
    const reserves = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      contracts: [...booked, ...[{ ...asked, args: [amount, path] } as const]],
    })
    const hops = pairs.map((pair, index) => {
      const [reserve0 = 0n, reserve1 = 0n] =
        (reserves[index]?.result as readonly [bigint, bigint, number] | undefined) ?? []
      if (reserve0 === 0n || reserve1 === 0n) throw pairNotFound(pair)
      return inOrderOf(pair, tokens[index] as TokenInfo, [reserve0, reserve1])
    })
    const amounts = reserves.at(-1)?.result as readonly bigint[] | undefined
    const [amountIn, amountOut] = [amounts?.[0] ?? 0n, amounts?.at(-1) ?? 0n]
    if (amountIn === 0n || amountOut === 0n) {
      throw new ToolError('QUOTE_FAILED', {
        pair: `${tokenIn.symbol}/${tokenOut.symbol}`,
        reason: `the path cannot trade an exact ${exact} of ${amount} base units`,
      })
    }
    return {
      amountInBaseUnits: amountIn.toString(),
      amountOutBaseUnits: amountOut.toString(),
      price: renderRatio(
        amountOut * 10n ** BigInt(tokenIn.decimals),
        amountIn * 10n ** BigInt(tokenOut.decimals),
      ),
      priceImpactBps: computePriceImpactBps(amountIn, amountOut, hops),
    }
  },
})
