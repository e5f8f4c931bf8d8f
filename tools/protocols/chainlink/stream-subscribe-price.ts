import { formatUnits } from 'viem'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import {
  isSamePhase,
  PublisherSchema,
  pickFeed,
  type Round,
  readLatest,
  readRounds,
} from '../../kit/feed-rounds.ts'
import { pickMoves } from './price-moves.ts'

/** Most rounds that are looked through at once. */
const MOST_ROUNDS = 100

/** Give the moves of a token's price since a cursor, by the rounds of its feed. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_price',
  aliases: ['subscribe_price_feed'],
  description: 'Read price moves of a token since a cursor, with a minimum move and interval.',
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['latest', 'rounds'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'stream_subscribe_price gives the moves of one token price since the last time it was asked, by its feed; small and quick ones may be left out.',
  promptGuidelines: ['Keep the cursor of the answer and give it back unchanged the next time.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      publisher: Type.Optional(PublisherSchema),
      cursor: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,25}:[0-9]{1,12}:[0-9]{1,25}$',
          description:
            'cursor of the answer before, to be given back as it is; without one the newest price is given',
        }),
      ),
      minimumMoveBps: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100_000,
          description: 'least distance from the price that was given last, none by default',
        }),
      ),
      minimumIntervalSeconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 604_800, description: 'least time since then, none by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    feed: AddressSchema,
    cursor: Type.String(),
    /** False while there are more rounds: ask again at once. */
    isCaughtUp: Type.Boolean(),
    /** The rounds of the cursor are no longer the feed's: the newest price is given, what was between is not. */
    isReset: Type.Boolean(),
    moves: Type.Array(
      Type.Object({
        roundId: Type.String(),
        priceUsd: Type.String(),
        updatedAtSeconds: Type.Integer(),
        /** From the price that was given before; null of the first one. */
        moveBps: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'NO_PRICE', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ token: reference, publisher, cursor, minimumMoveBps = 0, minimumIntervalSeconds = 0 }, ctx) {
    const token = await resolveToken(ctx, reference)
    const { address: feed } = pickFeed(token, publisher)
    const seen = cursor === undefined ? undefined : parseCursor(cursor)
    ctx.step('latest')
    const [latestRounds, [last, given]] = await Promise.all([
      readLatest(ctx, [feed]),
      readRounds(ctx, seen ? [seen.last, seen.given].map((roundId) => ({ feed, roundId })) : []),
    ])
    const latest = latestRounds[0] as (typeof latestRounds)[number]
    const follows =
      seen !== undefined &&
      last?.updatedAtSeconds === seen.lastAtSeconds &&
      last.roundId <= latest.roundId &&
      isSamePhase(last.roundId, latest.roundId)
    ctx.step('rounds')
    const count = follows ? Number(latest.roundId - last.roundId) : 0
    const ids = Array.from(
      { length: Math.min(count, MOST_ROUNDS) },
      (_, index) => seen && seen.last + BigInt(index + 1),
    )
    const read = await readRounds(
      ctx,
      ids.flatMap((roundId) => (roundId === undefined ? [] : { feed, roundId })),
    )
    const rounds: readonly Round[] = follows ? read.filter((round) => round !== undefined) : [latest]
    const bounds = { minimumMoveBps, minimumIntervalSeconds }
    const moves = pickMoves(rounds, follows ? given : undefined, bounds)
    const newest = rounds.at(-1) ?? last ?? latest
    const newestGiven = moves.at(-1)?.round ?? given ?? newest
    return {
      token: token.address,
      symbol: token.symbol,
      feed,
      cursor: `${newest.roundId}:${newest.updatedAtSeconds}:${newestGiven.roundId}`,
      isCaughtUp: count <= MOST_ROUNDS,
      isReset: seen !== undefined && !follows,
      moves: moves.map(({ round, moveBps }) => ({
        roundId: round.roundId.toString(),
        priceUsd: formatUnits(round.answer, latest.decimals),
        updatedAtSeconds: round.updatedAtSeconds,
        moveBps,
      })),
    }
  },
})

/** The last round that was looked at, its date, and the last that was given. */
function parseCursor(cursor: string) {
  const [last = '', lastAt = '', given = ''] = cursor.split(':')
  return { last: BigInt(last), lastAtSeconds: Number(lastAt), given: BigInt(given) }
}
