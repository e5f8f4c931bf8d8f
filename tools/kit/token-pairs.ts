import type { Address } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { listKnownAddresses } from './known-addresses.ts'

/** A token and who may take it from an owner. */
export interface TokenPair {
  readonly token: Address
  readonly spender: Address
}

/** List every listed token with every known contract that policy lets spend: what the account may have granted at any time. */
export function listUsualPairs({ book, safety }: Pick<ToolContext, 'book' | 'safety'>): TokenPair[] {
  const spenders = listKnownAddresses(book)
    .filter(({ kind, address }) => kind === 'protocol' && safety.allowlist(address).isSpender)
    .map(({ address }) => address)
  return book.tokens.flatMap(({ address: token }) => spenders.map((spender) => ({ token, spender })))
}

/** Keep each pair once, in the order of their first mention. */
export function uniquePairs(pairs: readonly TokenPair[]): TokenPair[] {
  const byKey = new Map<string, TokenPair>()
  for (const { token, spender } of pairs) {
    const key = `${token}.${spender}`.toLowerCase()
    if (!byKey.has(key)) byKey.set(key, { token, spender })
  }
  return [...byKey.values()]
}
