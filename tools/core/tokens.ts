import { type Address, erc20Abi, getAddress, isAddress } from 'viem'
import { type AddressBook, NATIVE_TOKEN, type TokenInfo } from './address-book.ts'
import type { ToolContext } from './context.ts'
import { isAnswerOfContract } from './contract-reads.ts'
import { renderSuggestion, ToolError } from './errors.ts'
import { isAddressEqual } from './is-address-equal.ts'
import { findNearest } from './suggest.ts'

/** Find a token in the book by symbol (any case) or address; the native coin by its symbol or ERC-7528 address. */
export function findToken(book: AddressBook, reference: string): TokenInfo | undefined {
  if (isAddress(reference, { strict: false })) {
    if (isAddressEqual(reference, NATIVE_TOKEN)) return describeNative(book)
    return book.tokens.find((token) => isAddressEqual(token.address, reference))
  }
  const symbol = reference.toUpperCase()
  if (symbol === book.nativeSymbol.toUpperCase()) return describeNative(book)
  return book.tokens.find((token) => token.symbol.toUpperCase() === symbol)
}

/** Describe the native coin as a token; its price is that of its wrapped form. */
export function describeNative(book: AddressBook): TokenInfo {
  const wrapped = book.tokens.find((token) => token.address === book.wrappedNative)
  return {
    symbol: book.nativeSymbol,
    name: book.nativeSymbol,
    address: NATIVE_TOKEN,
    decimals: 18,
    ...(wrapped?.feed ? { feed: wrapped.feed } : {}),
    ...(wrapped?.secondaryFeed ? { secondaryFeed: wrapped.secondaryFeed } : {}),
  }
}

/**
 * Resolve a token that a caller named; an address outside the book is read from the chain.
 *
 * @throws ToolError UNKNOWN_TOKEN with the nearest symbol.
 */
export async function resolveToken(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  reference: string,
): Promise<TokenInfo> {
  const known = findToken(ctx.book, reference)
  if (known) return known
  if (isAddress(reference, { strict: false })) {
    const address = getAddress(reference)
    try {
      const [symbol, name, decimals] = await Promise.all([
        ctx.chain.readContract({ address, abi: erc20Abi, functionName: 'symbol' }),
        ctx.chain.readContract({ address, abi: erc20Abi, functionName: 'name' }),
        ctx.chain.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
      ])
      return { symbol, name, address, decimals }
    } catch (cause) {
      if (!isAnswerOfContract(cause)) throw cause
      throw new ToolError(
        'UNKNOWN_TOKEN',
        { token: reference, chainId: ctx.book.chainId, suggestion: '' },
        { cause },
      )
    }
  }
  const symbols = [...ctx.book.tokens.map((token) => token.symbol), ctx.book.nativeSymbol]
  throw new ToolError('UNKNOWN_TOKEN', {
    token: reference,
    chainId: ctx.book.chainId,
    suggestion: renderSuggestion(findNearest(reference, symbols)),
  })
}

/** Resolve a token that must be an ERC-20: the native coin stands for its wrapped form. */
export async function resolveErc20(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  reference: string,
): Promise<TokenInfo & { address: Address }> {
  const token = await resolveToken(ctx, reference)
  if (token.address !== NATIVE_TOKEN) return token
  const wrapped = ctx.book.tokens.find((candidate) => candidate.address === ctx.book.wrappedNative)
  if (wrapped === undefined) {
    throw new ToolError('PROTOCOL_NOT_DEPLOYED', {
      protocol: `a wrapped ${ctx.book.nativeSymbol}`,
      chainId: ctx.book.chainId,
    })
  }
  return wrapped
}
