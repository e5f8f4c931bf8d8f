import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { aggregatorV3Abi } from '../../kit/aggregator-v3-abi.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'

/** Read one price feed raw: answer, round, age and staleness against its heartbeat. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_oracle_price',
  description: 'Read one price feed raw: answer, round, age and staleness against its heartbeat.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_oracle_price reads one Chainlink-compatible feed by its address, raw and unjudged: answer, decimals, round and age.',
  promptGuidelines: ['The answer may be zero, negative or old; this tool reports it as it is.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ feed: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    feed: AddressSchema,
    description: Type.String(),
    /** Symbol of the token that the feed prices, when the book knows it. */
    symbol: Type.Union([Type.String(), Type.Null()]),
    answer: SignedBaseUnitsSchema,
    decimals: Type.Integer(),
    roundId: Type.String(),
    startedAtSeconds: Type.Integer(),
    updatedAtSeconds: Type.Integer(),
    ageSeconds: Type.Integer(),
    maxStalenessSeconds: Type.Union([Type.Integer(), Type.Null()]),
    /** Null when the heartbeat is not known. */
    isStale: Type.Union([Type.Boolean(), Type.Null()]),
  }),
  errorCodes: ['NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const feed = getAddress(params.feed)
    const batch = inOneCall(ctx.book)
    ctx.step('read')
    const [round, decimals, description, now] = await ctx.chain.multicall({
      ...batch,
      contracts: [
        { address: feed, abi: aggregatorV3Abi, functionName: 'latestRoundData' },
        { address: feed, abi: aggregatorV3Abi, functionName: 'decimals' },
        { address: feed, abi: aggregatorV3Abi, functionName: 'description' },
        { address: batch.multicallAddress, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
      ],
    })
    if (round.status === 'failure' || decimals.status === 'failure' || now.status === 'failure') {
      throw new ToolError('NOT_FOUND', {
        subject: `price feed ${feed}`,
        reason: 'it does not answer as a feed',
      })
    }
    const [roundId, answer, startedAt, updatedAt] = round.result
    const priced = ctx.book.tokens.find((token) => token.feed && isAddressEqual(token.feed.address, feed))
    const maxStalenessSeconds = priced?.feed?.maxStalenessSeconds ?? null
    const ageSeconds = Number(now.result - updatedAt)
    return {
      feed,
      description: description.result ?? '',
      symbol: priced?.symbol ?? null,
      answer: answer.toString(),
      decimals: decimals.result,
      roundId: roundId.toString(),
      startedAtSeconds: Number(startedAt),
      updatedAtSeconds: Number(updatedAt),
      ageSeconds,
      maxStalenessSeconds,
      isStale: maxStalenessSeconds === null ? null : ageSeconds > maxStalenessSeconds,
    }
  },
})
