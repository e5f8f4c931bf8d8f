import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { SellNeed } from '../../core/need.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { SWAP } from '../../kit/kinds/swap.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { BASE } from './base.ts'

/** Two tokens of a trade, the sold one first. */
export type Pair = readonly [TokenInfo, TokenInfo]

/** What a venue pays for an amount. */
export interface Quote {
  readonly protocol: string
  readonly amountOutBaseUnits: bigint
}

/** What every venue says of one trade, the best first. */
export interface Quotes {
  readonly quotes: readonly Quote[]
  readonly refusals: readonly { readonly protocol: string; readonly code: string; readonly reason: string }[]
}

/** Codes that asking the venues may raise. */
export const QUOTE_ERROR_CODES = [
  'UNKNOWN_TOKEN',
  'SAME_TOKEN',
  'ZERO_AMOUNT',
  'PROTOCOL_NOT_DEPLOYED',
  'NO_VENUE_QUOTES',
] as const

/** Resolve the tokens of a trade. @throws ToolError UNKNOWN_TOKEN, SAME_TOKEN */
export async function resolvePair(ctx: ToolContext, tokenIn: string, tokenOut: string): Promise<Pair> {
  const [sold, bought] = await Promise.all([tokenIn, tokenOut].map((token) => resolveErc20(ctx, token)))
  if (sold === undefined || bought === undefined || isAddressEqual(sold.address, bought.address)) {
    throw new ToolError('SAME_TOKEN', { token: tokenIn })
  }
  return [sold, bought]
}

/** Ask every venue what it pays for an amount. */
export async function askQuotes(ctx: ToolContext, [sold, bought]: Pair, amountIn: bigint): Promise<Quotes> {
  const { offers, refusals } = await ctx.askVenues(SWAP.kind, {
    tokenIn: sold.address,
    tokenOut: bought.address,
    amountInBaseUnits: amountIn.toString(),
  })
  const quotes = offers
    .flatMap(({ protocol, quoteBaseUnits }) =>
      quoteBaseUnits === undefined || quoteBaseUnits === 0n
        ? []
        : [{ protocol, amountOutBaseUnits: quoteBaseUnits }],
    )
    .sort((a, b) =>
      a.amountOutBaseUnits < b.amountOutBaseUnits ? 1 : a.amountOutBaseUnits > b.amountOutBaseUnits ? -1 : 0,
    )
  return { quotes, refusals }
}

/** Take the best of some quotes. @throws ToolError NO_VENUE_QUOTES */
export function requireBest({ quotes, refusals }: Quotes, [sold, bought]: Pair, amountIn: bigint): Quote {
  const [best] = quotes
  if (best) return best
  const reasons = refusals.map(({ protocol, code }) => `${protocol} ${code}`).join(', ')
  throw BASE.error('NO_VENUE_QUOTES', {
    amount: amountIn.toString(),
    tokenIn: sold.symbol,
    tokenOut: bought.symbol,
    reasons: reasons || 'none is enabled',
  })
}

/** State a sale at a venue that brings what it quoted, less the slippage, and never less than a limit. */
export const sellAt = (
  { protocol, amountOutBaseUnits }: Quote,
  [sold, bought]: Pair,
  amountInBaseUnits: bigint,
  {
    slippageBps,
    leastOutBaseUnits = 0n,
  }: { readonly slippageBps: number; readonly leastOutBaseUnits?: bigint },
): SellNeed => {
  const least = minimumAfterSlippage(amountOutBaseUnits, slippageBps)
  return {
    need: 'swap',
    exact: 'input',
    venue: protocol,
    tokenIn: sold.address,
    tokenOut: bought.address,
    amountInBaseUnits,
    leastOutBaseUnits: least > leastOutBaseUnits ? least : leastOutBaseUnits,
  }
}
