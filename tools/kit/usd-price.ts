import { type Address, formatUnits } from 'viem'
import type { TokenInfo } from '../core/address-book.ts'
import type { FeedReading, StateQuery, StateReading } from '../core/chain.ts'
import { ToolError } from '../core/errors.ts'

/** A usable USD price of one whole token. */
export interface UsdPrice {
  /** USD per token, scaled by 10^decimals; above zero. */
  readonly answer: bigint
  readonly decimals: number
  readonly updatedAtSeconds: number
  readonly ageSeconds: number
  /** Older than the feed's heartbeat allows. */
  readonly isStale: boolean
}

/** A price, or why there is none. */
export type PriceVerdict =
  | { readonly price: UsdPrice; readonly reason?: never }
  | { readonly price?: never; readonly reason: string }

/** A state query that reads nothing, to spread over. */
export const NO_STATE: StateQuery = { balances: [], allowances: [], codeHashes: [], feeds: [] }

/** Decimals to which values in USD are reported. */
export const USD_DECIMALS = 6

/** List the feeds of those tokens that have one, in their order. */
export const listFeeds = (tokens: readonly TokenInfo[]): Address[] =>
  tokens.flatMap((token) => (token.feed ? [token.feed.address] : []))

/** Judge the prices of tokens from a state that was read with `feeds: listFeeds(tokens)`. */
export function judgePrices(
  tokens: readonly TokenInfo[],
  state: Pick<StateReading, 'feeds' | 'timestampSeconds'>,
): PriceVerdict[] {
  let index = 0
  return tokens.map((token) => {
    const reading = token.feed ? state.feeds[index++] : undefined
    return judgeReading(token, reading, Number(state.timestampSeconds))
  })
}

/** Judge one answer of a token's feed at a moment of chain time. */
function judgeReading(token: TokenInfo, reading: FeedReading | undefined, nowSeconds: number): PriceVerdict {
  if (token.feed === undefined) return { reason: 'the token has no price feed' }
  if (reading === undefined) return { reason: 'the feed did not answer' }
  if (reading.answer <= 0n) return { reason: `the feed answers ${reading.answer}` }
  if (reading.updatedAtSeconds === 0n) return { reason: 'the feed has no round yet' }
  const updatedAtSeconds = Number(reading.updatedAtSeconds)
  const ageSeconds = nowSeconds - updatedAtSeconds
  if (ageSeconds < 0) return { reason: `the feed answers from ${-ageSeconds} s in the future` }
  const isStale = ageSeconds > token.feed.maxStalenessSeconds
  return {
    price: { answer: reading.answer, decimals: reading.decimals, updatedAtSeconds, ageSeconds, isStale },
  }
}

/**
 * Take the price out of a verdict.
 *
 * @throws ToolError NO_PRICE with the reason
 */
export function requirePrice(token: TokenInfo, verdict: PriceVerdict | undefined): UsdPrice {
  if (verdict?.price) return verdict.price
  throw new ToolError('NO_PRICE', { token: token.symbol, reason: verdict?.reason ?? 'it was not read' })
}

/**
 * Take a price by which a trade may be bounded.
 *
 * @throws ToolError NO_PRICE with the reason, that it is stale among them
 */
export function requireFreshPrice(token: TokenInfo, verdict: PriceVerdict | undefined): UsdPrice {
  const price = requirePrice(token, verdict)
  if (price.isStale) throw new ToolError('NO_PRICE', { token: token.symbol, reason: 'its feed is stale' })
  return price
}

/** Render a price as a decimal string of USD. */
export const renderPrice = (price: Pick<UsdPrice, 'answer' | 'decimals'>): string =>
  formatUnits(price.answer, price.decimals)

/** Scale a price to 18 decimals, rounded down. */
export const scaleTo18 = ({ answer, decimals }: Pick<UsdPrice, 'answer' | 'decimals'>): bigint =>
  (answer * 10n ** 18n) / 10n ** BigInt(decimals)

/** Value an amount in millionths of a USD, rounded down; what is owed is negative, and so never less than it is. */
export const valueMicroUsd = (
  amountBaseUnits: bigint,
  tokenDecimals: number,
  price: Pick<UsdPrice, 'answer' | 'decimals'>,
): bigint =>
  divideDown(
    amountBaseUnits * price.answer * 10n ** BigInt(USD_DECIMALS),
    10n ** BigInt(tokenDecimals + price.decimals),
  )

/** A division of bigint values rounds towards zero, which would make a debt smaller. */
const divideDown = (amount: bigint, by: bigint): bigint => amount / by - (amount % by < 0n ? 1n : 0n)

/** Render millionths of a USD as a decimal string of USD. */
export const renderMicroUsd = (microUsd: bigint): string => formatUnits(microUsd, USD_DECIMALS)
