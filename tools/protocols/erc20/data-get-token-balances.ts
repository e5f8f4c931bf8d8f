import { formatUnits, getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { describeNative, resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { judgePrices, listFeeds, NO_STATE, renderMicroUsd, valueMicroUsd } from '../../kit/usd-price.ts'

/** Read all listed token balances of one account at one block, with USD values. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_balances',
  description: 'Read all listed token balances of one account in one request, with USD values.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'value'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_balances reads every listed token and the native coin that an account holds, valued in USD, all at one block.',
  promptGuidelines: ['Balances in protocols (pools, vaults, loans) are not part of it.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      tokens: Type.Optional(Type.Array(TokenSchema, { minItems: 1, maxItems: 100 })),
      includeZero: Type.Optional(Type.Boolean({ description: 'also list tokens without balance' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    blockNumber: Type.String(),
    balances: Type.Array(
      Type.Object({
        symbol: Type.String(),
        token: AddressSchema,
        decimals: Type.Integer(),
        balanceBaseUnits: BaseUnitsSchema,
        balance: Type.String(),
        valueUsd: Type.Union([Type.String(), Type.Null()]),
        isPriceStale: Type.Boolean(),
      }),
    ),
    totalUsd: Type.String(),
    /** Symbols of held tokens that have no usable price and are not part of the total. */
    unpriced: Type.Array(Type.String()),
    /** Symbols of tokens whose contract did not answer. */
    unreadable: Type.Array(Type.String()),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const account = getAddress(params.account ?? ctx.account)
    const named = params.tokens
      ? await Promise.all(params.tokens.map((token) => resolveToken(ctx, token)))
      : [describeNative(ctx.book), ...ctx.book.tokens]
    // Symbol and address may name one token, whose balance counts once.
    const tokens = [...new Map(named.map((token) => [token.address, token])).values()]
    ctx.step('read')
    const state = await ctx.chain.readState({
      ...NO_STATE,
      balances: tokens.map(({ address }) => ({ token: address, account })),
      feeds: listFeeds(tokens),
    })
    ctx.step('value')
    const prices = judgePrices(tokens, state)
    let totalMicroUsd = 0n
    const unpriced: string[] = []
    const unreadable: string[] = []
    const balances = tokens.flatMap((token, index) => {
      const balance = state.balances[index]
      if (balance === undefined) unreadable.push(token.symbol)
      if (balance === undefined || (balance === 0n && !params.includeZero)) return []
      const price = prices[index]?.price
      const microUsd = price && valueMicroUsd(balance, token.decimals, price)
      totalMicroUsd += microUsd ?? 0n
      if (microUsd === undefined && balance > 0n) unpriced.push(token.symbol)
      return [
        {
          symbol: token.symbol,
          token: token.address,
          decimals: token.decimals,
          balanceBaseUnits: balance.toString(),
          balance: formatUnits(balance, token.decimals),
          valueUsd: microUsd === undefined ? null : renderMicroUsd(microUsd),
          isPriceStale: price?.isStale ?? false,
        },
      ]
    })
    return {
      account,
      blockNumber: state.blockNumber.toString(),
      balances,
      totalUsd: renderMicroUsd(totalMicroUsd),
      unpriced,
      unreadable,
    }
  },
})
