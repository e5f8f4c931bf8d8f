import { type Address, maxUint256 } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { findToken } from '../../core/tokens.ts'
import { NO_STATE, type PriceVerdict, type UsdPrice, valueMicroUsd } from '../../kit/usd-price.ts'
import {
  askHoldings,
  attempt,
  type HeldPosition,
  type Portfolio,
  readHoldings,
  toReaderPrice,
} from './read-portfolio.ts'
import { writeFixedFeed } from './shocked-feed.ts'

const FULL_BPS = 10_000n

/** Health at which a position may be liquidated. */
const WAD = 10n ** 18n

/** A change of a token's price. */
export interface Shock {
  readonly token: TokenInfo
  readonly changeBps: number
  readonly before: UsdPrice
  readonly after: UsdPrice
}

/** A position before and after shocks; without `after` its reader did not answer. */
export interface StressedPosition {
  readonly before: HeldPosition
  readonly after: HeldPosition | undefined
  readonly valueMicroUsd: bigint | undefined
  readonly valueAfterMicroUsd: bigint | undefined
  /** Undefined where nothing is owed before and after, or its protocol does not take the prices of these feeds. */
  readonly isLiquidatable: boolean | undefined
}

/** Change prices of a portfolio. @throws ToolError NO_PRICE */
export function shockPrices(
  { tokens, prices }: Portfolio,
  changes: ReadonlyMap<string, number>,
): readonly Shock[] {
  return tokens.flatMap((token, index): Shock[] => {
    const changeBps = changes.get(token.symbol)
    if (changeBps === undefined) return []
    const verdict = prices[index]
    if (verdict?.price === undefined) {
      throw new ToolError('NO_PRICE', { token: token.symbol, reason: verdict?.reason ?? 'it was not read' })
    }
    const before = verdict.price
    const answer = (before.answer * (FULL_BPS + BigInt(changeBps))) / FULL_BPS
    return [{ token, changeBps, before, after: { ...before, answer } }]
  })
}

/** The prices of a portfolio under shocks, in the order of its tokens. */
export const pricesUnder = ({ tokens, prices }: Portfolio, shocks: readonly Shock[]): PriceVerdict[] =>
  tokens.map((token, index) => {
    const shock = shocks.find((candidate) => candidate.token.symbol === token.symbol)
    return shock ? { price: shock.after } : (prices[index] ?? { reason: 'it was not read' })
  })

/** Read every position anew with the feeds in a simulation answering the changed prices; one request. */
export async function stressPositions(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  account: Address,
  portfolio: Portfolio,
  shocks: readonly Shock[],
): Promise<readonly StressedPosition[]> {
  const prices = pricesUnder(portfolio, shocks)
  const { after: state } = await ctx.chain.simulate(
    [],
    {
      ...NO_STATE,
      views: portfolio.positions.map((position) =>
        askHoldings(
          position,
          account,
          position.assets.map((asset) => toReaderPrice(ctx, asset, portfolio.tokens, prices)),
        ),
      ),
    },
    { code: shocks.flatMap(replaceFeeds) },
  )
  const stressed = portfolio.positions.map((before, index) => {
    const read = attempt(state.views[index], readHoldings)
    return { before, after: read && { ...before, ...read } }
  })
  const value = (position: HeldPosition | undefined, at: readonly PriceVerdict[]) =>
    position && valuePosition(ctx, portfolio, position, at)
  return stressed.map(({ before, after }) => ({
    before,
    after,
    valueMicroUsd: value(before, portfolio.prices),
    valueAfterMicroUsd: value(after, prices),
    isLiquidatable: judgeHealth(
      before,
      after,
      hasMoved(ctx, portfolio, prices, protocolOf(stressed, before)),
    ),
  }))
}

/** Both publishers of a price tell the same. */
const replaceFeeds = ({ token, after }: Shock) =>
  [token.feed, token.secondaryFeed].flatMap((feed) =>
    feed ? [{ account: feed.address, code: writeFixedFeed(rescale(after, feed.decimals)) }] : [],
  )

const rescale = ({ answer, decimals }: UsdPrice, to: number) => ({
  answer: (answer * 10n ** BigInt(to)) / 10n ** BigInt(decimals),
  decimals: to,
})

const protocolOf = (stressed: readonly { readonly before: HeldPosition }[], { protocol }: HeldPosition) =>
  stressed.flatMap(({ before }) => (before.protocol === protocol ? [before] : []))

function judgeHealth(
  before: HeldPosition,
  after: HeldPosition | undefined,
  moved: boolean,
): boolean | undefined {
  if (after === undefined || (before.health === maxUint256 && after.health === maxUint256)) return undefined
  // A health that stands still while prices move against each other follows other feeds.
  if (moved && before.health === after.health) return undefined
  return after.health < WAD
}

/** Whether the prices change how what is held compares to what is owed. */
function hasMoved(
  ctx: Pick<ToolContext, 'book'>,
  portfolio: Portfolio,
  prices: readonly PriceVerdict[],
  positions: readonly HeldPosition[],
): boolean {
  const ratio = (at: readonly PriceVerdict[]) => {
    const values = positions.flatMap((position) => legValues(ctx, portfolio, position, at))
    const sum = (isWanted: (value: bigint) => boolean) =>
      values.reduce<bigint>(
        (total, worth) => (worth !== undefined && isWanted(worth) ? total + worth : total),
        0n,
      )
    const owed = -sum((worth) => worth < 0n)
    return owed === 0n ? 0n : (sum((worth) => worth > 0n) * FULL_BPS) / owed
  }
  return ratio(portfolio.prices) !== ratio(prices)
}

function valuePosition(
  ctx: Pick<ToolContext, 'book'>,
  portfolio: Portfolio,
  position: HeldPosition,
  prices: readonly PriceVerdict[],
): bigint | undefined {
  let total = 0n
  for (const value of legValues(ctx, portfolio, position, prices)) {
    if (value === undefined) return undefined
    total += value
  }
  return total
}

function legValues(
  { book }: Pick<ToolContext, 'book'>,
  { tokens }: Portfolio,
  { lots }: HeldPosition,
  prices: readonly PriceVerdict[],
): readonly (bigint | undefined)[] {
  return lots.flatMap(({ legs }) =>
    legs
      .filter(({ amount }) => amount !== 0n)
      .map(({ token: address, amount }) => {
        const token = findToken(book, address)
        const price = prices[tokens.findIndex((known) => known.address === token?.address)]?.price
        return token && price ? valueMicroUsd(amount, token.decimals, price) : undefined
      }),
  )
}
