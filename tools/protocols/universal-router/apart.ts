import type { ToolContext } from '../../core/context.ts'
import type { Leg } from './legs.ts'
import { listRoutes, type Pair, quoteRoutes, touch } from './routes.ts'
import { noRoute } from './split-route.ts'

/** An amount to sell for another token. */
export interface Trade {
  readonly pair: Pair
  readonly amountIn: bigint
}

/**
 * Choose for each trade, in their order, the route that pays the most and passes no pool that one before it does: beside
 * each other they all pay what they were quoted. Three requests.
 *
 * @throws ToolError NO_ROUTE, PROTOCOL_NOT_DEPLOYED
 */
export async function chooseApart(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  trades: readonly Trade[],
): Promise<Leg[]> {
  const { routes } = await listRoutes(
    ctx,
    trades.map(({ pair }) => pair),
  )
  const wanted = trades.flatMap(({ amountIn }, index) =>
    (routes[index] ?? []).map((route) => ({ route, amountsIn: [amountIn] })),
  )
  const quotes = await quoteRoutes(ctx, wanted)
  const legs: Leg[] = []
  for (const [index, { pair, amountIn }] of trades.entries()) {
    const own = new Set(routes[index])
    const best = quotes
      .filter(({ route }) => own.has(route) && !legs.some((leg) => touch(leg.route, route)))
      .map(({ route, amountsOut: [amountOut = 0n] }) => ({ route, amountIn, amountOut }))
      .reduce<Leg | undefined>(
        (chosen, leg) => (chosen === undefined || leg.amountOut > chosen.amountOut ? leg : chosen),
        undefined,
      )
    if (best === undefined) throw noRoute(pair, amountIn)
    legs.push(best)
  }
  return legs
}
