import type { TokenInfo } from '../../core/address-book.ts'
import { formatAmount } from '../../core/amount.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { queriesAbi } from './abi.ts'
import { BASE } from './base.ts'
import { explainRevert } from './pool.ts'
import { endsOf, nameRoute, ownFunds, type Route, SWAP_KIND, type TradeAmount, toSteps } from './route.ts'

/** What the Vault can count. */
const MOST = 2n ** 255n - 1n
/** By how much smaller the trade is against which the impact on the price is taken. */
const PROBE = 1_000n
const BPS = 10_000n

/** What a trade would bring now. */
export interface Quote {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Against the same trade of a thousandth; 0 where that is too small to be quoted. */
  readonly priceImpactBps: number
}

type Deltas = readonly bigint[] | undefined

/** What goes in and comes out of what the Vault says of the first and the last token. */
const toAmounts = (deltas: Deltas) =>
  deltas && { amountIn: deltas[0] ?? 0n, amountOut: -(deltas.at(-1) ?? 0n) }

function impactOf(quote: Omit<Quote, 'priceImpactBps'>, small: ReturnType<typeof toAmounts>): number {
  if (small === undefined || small.amountIn <= 0n || small.amountOut <= 0n) return 0
  const kept = (quote.amountOut * small.amountIn * BPS) / (quote.amountIn * small.amountOut)
  return kept >= BPS ? 0 : Number(BPS - kept)
}

/**
 * Quote a trade along a route, in one request.
 *
 * @throws ToolError QUOTE_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function quoteRoute(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  route: Route,
  trade: TradeAmount,
): Promise<Quote> {
  const { queries: address } = BASE.on(ctx.book)
  const assets = route.tokens.map((token) => token.address)
  const ask = (amountBaseUnits: bigint) =>
    ({
      address,
      abi: queriesAbi,
      functionName: 'queryBatchSwap',
      args: [SWAP_KIND[trade.exact], toSteps(route, { ...trade, amountBaseUnits }), assets, ownFunds()],
    }) as const
  const amount = trade.amountBaseUnits > MOST ? MOST : trade.amountBaseUnits
  const [whole, part] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [ask(amount), ask(amount / PROBE)],
  })
  const found = toAmounts(whole.result as Deltas)
  if (found === undefined || found.amountIn <= 0n || found.amountOut <= 0n) {
    const [first, last] = endsOf(route)
    const fixed: TokenInfo = trade.exact === 'input' ? first : last
    const said = formatAmount({ ...fixed, baseUnits: trade.amountBaseUnits })
    const why = found === undefined ? explainRevert(whole.error) : 'it would bring nothing'
    throw new ToolError('QUOTE_FAILED', {
      pair: nameRoute(route),
      reason: `an exact ${trade.exact} of ${said} cannot be traded there: ${why}`,
    })
  }
  return { ...found, priceImpactBps: impactOf(found, toAmounts(part.result as Deltas)) }
}
