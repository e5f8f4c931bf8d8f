import type { AddressBook, TokenInfo } from '../core/address-book.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'

/** Symbols that pools are quoted in, the native coin's wrapped form apart. */
const QUOTE_SYMBOLS = ['USDC', 'USDT', 'DAI']

/** List tokens with a feed in which a token may be quoted; itself excluded. */
export const listQuotes = (book: AddressBook, token: TokenInfo): TokenInfo[] =>
  book.tokens.filter(
    (quote) =>
      quote.feed !== undefined &&
      !isAddressEqual(quote.address, token.address) &&
      (quote.address === book.wrappedNative || QUOTE_SYMBOLS.includes(quote.symbol)),
  )
