import type { Address } from 'viem'
import type { PriceFeedInfo, TokenInfo } from '../core/address-book.ts'
import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'
import { Type } from '../core/schema.ts'
import { aggregatorV3Abi } from './aggregator-v3-abi.ts'
import { inOneCall } from './in-one-call.ts'

/** Bits of a round's id below its phase (https://docs.chain.link/data-feeds/historical-data). */
const PHASE_BITS = 64n

/** Which of a token's two feeds is meant. */
export const PublisherSchema = Type.Union([Type.Literal('first'), Type.Literal('second')], {
  description: 'which publisher of the price, the first by default',
})

/** One answer of a feed. */
export interface Round {
  readonly roundId: bigint
  readonly answer: bigint
  readonly updatedAtSeconds: number
}

/** The newest round of a feed. */
export interface LatestRound extends Round {
  readonly feed: Address
  readonly decimals: number
}

type Reading = Pick<ToolContext, 'chain' | 'book'>

/** Choose a feed of a token. @throws ToolError NO_PRICE */
export function pickFeed(token: TokenInfo, publisher: 'first' | 'second' = 'first'): PriceFeedInfo {
  const feed = publisher === 'first' ? token.feed : token.secondaryFeed
  if (feed) return feed
  throw new ToolError('NO_PRICE', { token: token.symbol, reason: `the token has no ${publisher} price feed` })
}

/** Read the newest rounds of feeds in one request. @throws ToolError NOT_FOUND for one that does not answer */
export async function readLatest(ctx: Reading, feeds: readonly Address[]): Promise<LatestRound[]> {
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: feeds.flatMap((address) => {
      const contract = { address, abi: aggregatorV3Abi } as const
      return [
        { ...contract, functionName: 'latestRoundData' } as const,
        { ...contract, functionName: 'decimals' } as const,
      ]
    }),
  })
  return feeds.map((feed, index) => {
    const round = toRound(answers[2 * index]?.result)
    const decimals = answers[2 * index + 1]?.result
    if (round && typeof decimals === 'number') return { ...round, feed, decimals }
    throw new ToolError('NOT_FOUND', {
      subject: `price feed ${feed}`,
      reason: 'it does not answer as a feed',
    })
  })
}

/** Read rounds of feeds in one request; a round that is not there answers undefined. */
export async function readRounds(
  ctx: Reading,
  wanted: readonly { readonly feed: Address; readonly roundId: bigint }[],
): Promise<(Round | undefined)[]> {
  if (wanted.length === 0) return []
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: wanted.map(
      ({ feed, roundId }) =>
        ({ address: feed, abi: aggregatorV3Abi, functionName: 'getRoundData', args: [roundId] }) as const,
    ),
  })
  return answers.map(({ result }) => toRound(result))
}

/** List the ids of the rounds before one, of its own phase, the oldest first; that of the one itself is the last. */
export function listRoundIds(latest: bigint, most: number): bigint[] {
  const inPhase = latest & ((1n << PHASE_BITS) - 1n)
  const count = inPhase < BigInt(most) ? Number(inPhase) : most
  return Array.from({ length: count }, (_, index) => latest - BigInt(count - 1 - index))
}

/** Whether two rounds are of one phase, so that their ids follow each other. */
export const isSamePhase = (a: bigint, b: bigint): boolean => a >> PHASE_BITS === b >> PHASE_BITS

/** A round that was begun and not answered has no date. */
function toRound(result: unknown): Round | undefined {
  if (!Array.isArray(result)) return undefined
  const [roundId, answer, , updatedAt] = result as readonly bigint[]
  if (roundId === undefined || answer === undefined || !updatedAt) return undefined
  return { roundId, answer, updatedAtSeconds: Number(updatedAt) }
}
