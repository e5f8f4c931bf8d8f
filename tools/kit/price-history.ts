import type { TokenInfo } from '../core/address-book.ts'
import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'
import { Type } from '../core/schema.ts'
import { listRoundIds, pickFeed, readLatest, readRounds } from './feed-rounds.ts'
import { gridOf, returnsOn } from './returns.ts'

/** Below so many returns nothing can be said. */
const LEAST_RETURNS = 3

const DEFAULT_STEP_SECONDS = 3_600
const DEFAULT_ROUNDS = 100

/** Parameters of tools that look back at prices. */
export const HISTORY_PARAMETERS = {
  rounds: Type.Optional(
    Type.Integer({
      minimum: 4,
      maximum: 100,
      description: `rounds of each feed, ${DEFAULT_ROUNDS} by default`,
    }),
  ),
  stepSeconds: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 604_800,
      description: `time between two prices, ${DEFAULT_STEP_SECONDS} by default`,
    }),
  ),
}

/** What such a tool says of how far it looked back. */
export const HISTORY_OUTPUT = {
  fromSeconds: Type.Integer(),
  toSeconds: Type.Integer(),
  stepSeconds: Type.Integer(),
  returnCount: Type.Integer(),
}

/** What the reading of a history ends with. */
export const HISTORY_ERROR_CODES = ['NO_PRICE', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'] as const

/** Logarithmic returns of tokens over the same even steps, the oldest first. */
export interface PriceHistory {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly stepSeconds: number
  readonly returnCount: number
  /** A series for each token, in their order. */
  readonly returns: readonly (readonly number[])[]
}

/**
 * Read how the prices of tokens moved by the rounds of their feeds; three requests, in the steps `latest` and `rounds`.
 *
 * @throws ToolError NO_PRICE, of a stale feed too, whose price only seems to stand still; NOT_FOUND where they have too
 * little of a history in common
 */
export async function readPriceHistory(
  ctx: Pick<ToolContext, 'chain' | 'book' | 'step'>,
  tokens: readonly TokenInfo[],
  {
    rounds: most = DEFAULT_ROUNDS,
    stepSeconds = DEFAULT_STEP_SECONDS,
  }: { readonly rounds?: number; readonly stepSeconds?: number },
): Promise<PriceHistory> {
  ctx.step('latest')
  const feeds = tokens.map((token) => pickFeed(token))
  const [latest, { timestamp }] = await Promise.all([
    readLatest(
      ctx,
      feeds.map(({ address }) => address),
    ),
    ctx.chain.getBlock(),
  ])
  const stale = tokens.find((_, index) => {
    const [feed, round] = [feeds[index], latest[index]]
    return feed && round && Number(timestamp) - round.updatedAtSeconds > feed.maxStalenessSeconds
  })
  if (stale) throw new ToolError('NO_PRICE', { token: stale.symbol, reason: 'its feed is stale' })
  ctx.step('rounds')
  const distinct = new Map(latest.map(({ feed, roundId }) => [feed, roundId]))
  const wanted = [...distinct].flatMap(([feed, roundId]) =>
    listRoundIds(roundId, most).map((id) => ({ feed, roundId: id })),
  )
  const read = await readRounds(ctx, wanted)
  const series = latest.map(({ feed, decimals }) =>
    read.flatMap((round, index) =>
      round && wanted[index]?.feed === feed && round.answer > 0n
        ? [{ updatedAtSeconds: round.updatedAtSeconds, price: Number(round.answer) / 10 ** decimals }]
        : [],
    ),
  )
  const toSeconds = Math.max(...latest.map(({ updatedAtSeconds }) => updatedAtSeconds))
  const grid = gridOf(series, toSeconds, stepSeconds)
  const returnCount = Math.max(grid.length - 1, 0)
  if (returnCount < LEAST_RETURNS) {
    throw new ToolError('NOT_FOUND', {
      subject: 'a common history of the prices',
      reason: `the rounds hold ${returnCount} steps of ${stepSeconds} s, needed ${LEAST_RETURNS}`,
    })
  }
  return {
    fromSeconds: grid[0] ?? toSeconds,
    toSeconds,
    stepSeconds,
    returnCount,
    returns: series.map((prices) => returnsOn(grid, prices)),
  }
}
