import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import { AddressSchema, FeeTierSchema, TokenSchema, Type } from '../core/schema.ts'
import { resolveErc20 } from '../core/tokens.ts'
import type { MarketTarget, MarketToken } from './chain-control.ts'

/** Members by which callers name a market and its price. */
export const MARKET_MEMBERS = {
  tokenA: TokenSchema,
  tokenB: TokenSchema,
  feeTier: FeeTierSchema,
  price: Type.String({
    pattern: '^(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?$',
    description: 'whole units of tokenB for one whole unit of tokenA, as a decimal string',
  }),
  venue: Type.Optional(
    Type.String({ description: 'id of the protocol whose market it is; needed where several have markets' }),
  ),
}

/** The market's address, and what its protocol shows of it. */
export const MarketShownSchema = Type.Object({ pool: AddressSchema })

/** Codes of what can be wrong with a market or its price. */
export const MARKET_ERRORS = [
  'CONTROL_NOT_AVAILABLE',
  'UNKNOWN_TOKEN',
  'PROTOCOL_NOT_DEPLOYED',
  'SAME_TOKEN',
  'INVALID_PARAMS',
] as const

interface NamedMarket {
  readonly tokenA: string
  readonly tokenB: string
  readonly feeTier: number
  readonly price: string
  readonly venue?: string
}

/**
 * Resolve the tokens of a market.
 *
 * @throws ToolError UNKNOWN_TOKEN, SAME_TOKEN
 */
export async function resolveMarket(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { tokenA, tokenB, feeTier, price, venue }: NamedMarket,
): Promise<MarketTarget> {
  const [a, b] = await Promise.all([resolve(ctx, tokenA), resolve(ctx, tokenB)])
  if (isAddressEqual(a.address, b.address)) throw new ToolError('SAME_TOKEN', { token: a.symbol })
  return { tokenA: a, tokenB: b, feeTier, price, ...(venue === undefined ? {} : { venue }) }
}

async function resolve(ctx: Pick<ToolContext, 'book' | 'chain'>, token: string): Promise<MarketToken> {
  const { address, symbol, decimals } = await resolveErc20(ctx, token)
  return { address, symbol, decimals }
}
