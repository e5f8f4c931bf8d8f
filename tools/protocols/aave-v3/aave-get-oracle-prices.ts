import { chainsOf } from '../../core/base.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { oracleAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import { renderBase } from './health.ts'
import { pickReserve, RESERVE_ERROR_CODES, readReserves } from './reserve.ts'

/** Read the prices that Aave itself uses. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_oracle_prices',
  description: 'Read the prices and their sources that Aave V3 itself uses.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserves', 'prices'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_oracle_prices reads the US dollar prices that Aave V3 counts collateral and debt at, with the source of each, for all reserves or those named.',
  promptGuidelines: ['These prices decide liquidations, whatever markets or other feeds say.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokens: Type.Optional(Type.Array(TokenSchema, { minItems: 1, maxItems: 50 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    prices: Type.Array(Type.Object({ ...TOKEN_OUTPUT, priceUsd: Type.String(), source: AddressSchema })),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('reserves')
    const all = await readReserves(ctx)
    const named = await Promise.all((params.tokens ?? []).map((token) => resolveErc20(ctx, token)))
    const reserves = params.tokens === undefined ? all : named.map((token) => pickReserve(all, token))
    ctx.step('prices')
    const oracle = { address: BASE.on(ctx.book).oracle, abi: oracleAbi } as const
    const answers = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: reserves.flatMap(({ token: { address } }) => [
        { ...oracle, functionName: 'getAssetPrice', args: [address] } as const,
        { ...oracle, functionName: 'getSourceOfAsset', args: [address] } as const,
      ]),
    })
    return {
      prices: reserves.map((reserve, index) => ({
        ...describeToken(reserve),
        priceUsd: renderBase(answers[2 * index] as bigint),
        source: answers[2 * index + 1] as `0x${string}`,
      })),
    }
  },
})
