import type { TokenInfo } from '../../core/address-book.ts'
import { formatAmount } from '../../core/amount.ts'
import type { StateReading } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { describeNative, resolveErc20 } from '../../core/tokens.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { amountOfParts, splitParts } from '../../kit/split-parts.ts'
import { judgePrices, listFeeds } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'
import type { Leg } from './legs.ts'
import { listRoutes, type Pair, quoteRoutes, type RouteQuotes, touch } from './routes.ts'

/** Parts into which a trade is shared out; each is a quarter. */
export const PARTS = 4

/** Codes that looking for routes may raise. */
export const ROUTE_ERROR_CODES = [
  'ZERO_AMOUNT',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'PROTOCOL_NOT_DEPLOYED',
  'NO_ROUTE',
] as const

/** A leg of a trade that is shared out over routes. */
export interface SharedLeg extends Leg {
  readonly parts: number
  readonly gas: bigint
}

/** How a trade is shared out, and what its best single route would pay. */
export interface SplitRoute {
  readonly legs: readonly SharedLeg[]
  readonly routesQuoted: number
  /** The route that pays the most for all of it by itself, after gas; undefined where none takes all of it. */
  readonly single: Leg | undefined
  /** What a unit of gas costs in the bought token, scaled by 10^18; undefined where a price feed is missing. */
  readonly gasPriceWad: bigint | undefined
}

/** Resolve the tokens of a trade; the native coin stands for its wrapped form. @throws ToolError UNKNOWN_TOKEN, SAME_TOKEN */
export async function resolvePair(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  tokenIn: string,
  tokenOut: string,
): Promise<Pair> {
  const [sold, bought] = await Promise.all([resolveErc20(ctx, tokenIn), resolveErc20(ctx, tokenOut)])
  if (isAddressEqual(sold.address, bought.address)) throw new ToolError('SAME_TOKEN', { token: sold.symbol })
  return [sold, bought]
}

export const noRoute = ([sold, bought]: Pair, amountIn: bigint) =>
  BASE.error('NO_ROUTE', {
    amount: formatAmount({ ...sold, baseUnits: amountIn }),
    tokenOut: bought.symbol,
  })

const WAD = 10n ** 18n

/** What a unit of gas costs in a token by the feeds, scaled by 10^18 and rounded up. */
function priceGas(
  tokens: readonly TokenInfo[],
  state: StateReading,
  gasPriceWei: bigint,
): bigint | undefined {
  const [native, own] = judgePrices(tokens, state).map(({ price }) => price)
  if (native === undefined || own === undefined) return undefined
  const decimals = tokens[1]?.decimals ?? 0
  return divideUp(
    gasPriceWei * native.answer * 10n ** BigInt(decimals + own.decimals),
    10n ** BigInt(native.decimals) * own.answer,
  )
}

const costOf = (gas: bigint, gasPriceWad: bigint | undefined) => divideUp(gas * (gasPriceWad ?? 0n), WAD)

/** Keep the best routes of those that pass a pool in common: beside each other neither would pay what it was quoted. */
function keepApart(quotes: readonly RouteQuotes[]): readonly RouteQuotes[] {
  const kept: RouteQuotes[] = []
  for (const quote of quotes.toSorted((a, b) => compare(b.amountsOut[0] ?? 0n, a.amountsOut[0] ?? 0n))) {
    if (!kept.some(({ route }) => touch(route, quote.route))) kept.push(quote)
  }
  return kept
}

const compare = (a: bigint, b: bigint) => (a > b ? 1 : a < b ? -1 : 0)

/**
 * Share a trade out over routes of V2, V3 and V4 so that they pay the most after gas, in four requests.
 *
 * @throws ToolError NO_ROUTE, PROTOCOL_NOT_DEPLOYED
 */
export async function splitOverRoutes(ctx: ToolContext, pair: Pair, amountIn: bigint): Promise<SplitRoute> {
  const priced = [describeNative(ctx.book), pair[1]]
  const { routes, state } = await listRoutes(ctx, [pair], listFeeds(priced))
  const amountsIn = Array.from({ length: PARTS }, (_, at) => amountOfParts(amountIn, at + 1, PARTS))
  const [quotes, gasPriceWei] = await Promise.all([
    quoteRoutes(
      ctx,
      (routes[0] ?? []).map((route) => ({ route, amountsIn })),
    ),
    ctx.chain.getGasPrice(),
  ])
  const gasPriceWad = priceGas(priced, state, gasPriceWei)
  const curves = keepApart(quotes).map((venue) => ({
    venue,
    amountsOut: venue.amountsOut.map((amount) => {
      const net = (amount ?? 0n) - costOf(venue.gas, gasPriceWad)
      return amount === undefined || net <= 0n ? undefined : net
    }),
  }))
  const shared = splitParts(curves, PARTS)
  if (shared === undefined) throw noRoute(pair, amountIn)
  const single = quotes
    .filter(({ amountsOut }) => amountsOut[PARTS - 1] !== undefined)
    .toSorted((a, b) => compare(netOf(b, gasPriceWad), netOf(a, gasPriceWad)))[0]
  let before = 0
  const legs = shared.map(({ venue: { route, amountsOut, gas }, parts }): SharedLeg => {
    const leg = {
      route,
      parts,
      gas,
      amountIn: amountOfParts(amountIn, before + parts, PARTS) - amountOfParts(amountIn, before, PARTS),
      amountOut: amountsOut[parts - 1] as bigint,
    }
    before += parts
    return leg
  })
  return {
    legs,
    routesQuoted: quotes.length,
    single: single && { route: single.route, amountIn, amountOut: single.amountsOut[PARTS - 1] as bigint },
    gasPriceWad,
  }
}

const netOf = ({ amountsOut, gas }: RouteQuotes, gasPriceWad: bigint | undefined) =>
  (amountsOut[PARTS - 1] ?? 0n) - costOf(gas, gasPriceWad)

/** What the gas of legs costs in the bought token; undefined where a price feed is missing. */
export const gasCostOf = ({ legs, gasPriceWad }: SplitRoute): bigint | undefined =>
  gasPriceWad === undefined ? undefined : legs.reduce((sum, { gas }) => sum + costOf(gas, gasPriceWad), 0n)
