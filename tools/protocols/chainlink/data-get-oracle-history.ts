import { formatUnits } from 'viem'
import { AddressSchema, SignedBaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { listRoundIds, PublisherSchema, pickFeed, readLatest, readRounds } from '../../kit/feed-rounds.ts'

const NullableText = Type.Union([Type.String(), Type.Null()])

/** Read past answers of a token's price feed. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_oracle_history',
  description: 'Read past rounds of the price feed of a token over a time range.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['latest', 'rounds'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_oracle_history reads the past answers of the price feed of one token with their dates, the oldest first, and how far the price moved.',
  promptGuidelines: ['A feed answers when the price moves or its heartbeat ends, not at even times.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      publisher: Type.Optional(PublisherSchema),
      rounds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most rounds to look back, 50 by default' }),
      ),
      sinceSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 99_999_999_999,
          description: 'leave out what is older (Unix time)',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    feed: AddressSchema,
    isModelFeed: Type.Boolean(),
    decimals: Type.Integer(),
    /** False when there may be rounds between the wanted time and the first of these. */
    isComplete: Type.Boolean(),
    lowestUsd: NullableText,
    highestUsd: NullableText,
    /** From the first to the last; null where the first is no price. */
    changeBps: Type.Union([Type.Integer(), Type.Null()]),
    rounds: Type.Array(
      Type.Object({
        roundId: Type.String(),
        answer: SignedBaseUnitsSchema,
        priceUsd: Type.String(),
        updatedAtSeconds: Type.Integer(),
      }),
    ),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'NO_PRICE', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ token: reference, publisher, rounds: most = 50, sinceSeconds = 0 }, ctx) {
    const token = await resolveToken(ctx, reference)
    const { address: feed, isModel } = pickFeed(token, publisher)
    ctx.step('latest')
    const [latest] = await readLatest(ctx, [feed])
    const { roundId = 0n, decimals = 0 } = latest ?? {}
    ctx.step('rounds')
    const ids = listRoundIds(roundId, most)
    const read = await readRounds(
      ctx,
      ids.map((id) => ({ feed, roundId: id })),
    )
    const all = read.filter((round) => round !== undefined)
    const wanted = all.filter(({ updatedAtSeconds }) => updatedAtSeconds >= sinceSeconds)
    const answers = wanted.map(({ answer }) => answer)
    const [first, last] = [answers[0] ?? 0n, answers.at(-1) ?? 0n]
    const toUsd = (answer: bigint) => formatUnits(answer, decimals)
    const pick = (isBetter: (a: bigint, b: bigint) => boolean) =>
      answers.length === 0
        ? null
        : toUsd(answers.reduce((best, next) => (isBetter(next, best) ? next : best)))
    return {
      token: token.address,
      symbol: token.symbol,
      feed,
      isModelFeed: isModel,
      decimals,
      isComplete: wanted.length < all.length || ids.length < most,
      lowestUsd: pick((a, b) => a < b),
      highestUsd: pick((a, b) => a > b),
      changeBps: first > 0n ? Number(((last - first) * 10_000n) / first) : null,
      rounds: wanted.map(({ roundId: id, answer, updatedAtSeconds }) => ({
        roundId: id.toString(),
        answer: answer.toString(),
        priceUsd: toUsd(answer),
        updatedAtSeconds,
      })),
    }
  },
})
