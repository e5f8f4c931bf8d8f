import { type Address, zeroAddress } from 'viem'
import { NATIVE_TOKEN, type TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { resolveToken } from '../../core/tokens.ts'

/** A token as pools know it: the native coin is the zero address (v4-core `Currency.sol`). */
export const toCurrency = (token: Pick<TokenInfo, 'address'>): Address =>
  token.address === NATIVE_TOKEN ? zeroAddress : token.address

/** A currency of a pool as tools and plans know it. */
export const toToken = (currency: Address): Address => (currency === zeroAddress ? NATIVE_TOKEN : currency)

/** Whether the first token is currency0 of a pool of both. */
export const isCurrency0 = (token: TokenInfo, other: TokenInfo): boolean =>
  BigInt(toCurrency(token)) < BigInt(toCurrency(other))

/**
 * Resolve two different tokens; the native coin is one of its own here, and no other form of its wrapped one.
 *
 * @throws ToolError SAME_TOKEN, UNKNOWN_TOKEN
 */
export async function resolvePair(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  tokenA: string,
  tokenB: string,
): Promise<readonly [TokenInfo, TokenInfo]> {
  const [a, b] = await Promise.all([resolveToken(ctx, tokenA), resolveToken(ctx, tokenB)])
  if (a.address === b.address) throw new ToolError('SAME_TOKEN', { token: a.symbol })
  return [a, b]
}
