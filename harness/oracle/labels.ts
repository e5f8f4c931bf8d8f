import type { Address } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { describeNative } from '../../tools/core/tokens.ts'

/** Names tokens. */
export type Labels = (token: Address) => { symbol: string; decimals: number }

/** Name the tokens of a chain; those that it does not know go by their address. */
export function labelTokens(book: AddressBook): Labels {
  const tokens: readonly TokenInfo[] = [...book.tokens, describeNative(book)]
  return (token) => {
    const known = tokens.find((candidate) => isAddressEqual(candidate.address, token))
    return { symbol: known?.symbol ?? token, decimals: known?.decimals ?? 0 }
  }
}
