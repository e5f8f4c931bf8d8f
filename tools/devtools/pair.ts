import { isAddressEqual } from 'viem'
import type { TokenInfo } from '../core/address-book.ts'
import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'
import { Type } from '../core/schema.ts'
import { resolveErc20 } from '../core/tokens.ts'
import { isToken0 } from '../protocols/uniswap-v3/pool-address.ts'
import { parsePrice } from '../protocols/uniswap-v3/price.ts'

/** A price as a decimal string. */
export const PriceSchema = Type.String({
  pattern: '^(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?$',
  description: 'whole units of tokenB for one whole unit of tokenA, as a decimal string',
})

/** Two tokens as the caller names them and as a pool sorts them. */
export interface TokenPair {
  readonly tokenA: TokenInfo
  readonly tokenB: TokenInfo
  readonly token0: TokenInfo
  readonly token1: TokenInfo
}

/**
 * Resolve two different ERC-20s.
 *
 * @throws ToolError UNKNOWN_TOKEN, SAME_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function resolvePair(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  names: { readonly tokenA: string; readonly tokenB: string },
): Promise<TokenPair> {
  const [tokenA, tokenB] = await Promise.all([
    resolveErc20(ctx, names.tokenA),
    resolveErc20(ctx, names.tokenB),
  ])
  if (isAddressEqual(tokenA.address, tokenB.address))
    throw new ToolError('SAME_TOKEN', { token: tokenA.symbol })
  const [token0, token1] = isToken0(tokenA.address, tokenB.address) ? [tokenA, tokenB] : [tokenB, tokenA]
  return { tokenA, tokenB, token0, token1 }
}

/**
 * Turn a price of token A in token B into the pool's square-root price.
 *
 * @throws ToolError INVALID_PARAMS
 */
export const toSqrtPriceX96 = ({ tokenA, tokenB, token0 }: TokenPair, price: string): bigint =>
  parsePrice(price, { base: tokenA, quote: tokenB, baseIsToken0: token0 === tokenA, path: '/price' })

/** Take a decimal string apart into an integer and the power of ten to divide it by. */
export function parseDecimal(text: string): { readonly numerator: bigint; readonly denominator: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}
