import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { amountOf, formatAmount } from '../../core/amount.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Outcome } from '../../core/outcome.ts'
import { findToken } from '../../core/tokens.ts'

/** Longest list that is written out; what is cut off is counted. */
const MAX_PARTS = 12

const sign = (amount: bigint) => (amount > 0n ? '+' : '')

/** Write what an outcome changes, for people: amounts in whole tokens, positions in the units of their protocol; whose they are, where not the own account's. */
export function renderOutcome(
  { assets, positions, allowances }: Outcome,
  book: AddressBook,
  own: Address,
): string {
  const write = (token: string, baseUnits: bigint) =>
    formatAmount(amountOf(findToken(book, token), token, baseUnits))
  const parts = [
    ...assets
      .filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
      .map(({ token, account, deltaBaseUnits }) => {
        const whose = isAddressEqual(account, own) ? '' : ` of ${account}`
        return `${sign(deltaBaseUnits)}${write(token, deltaBaseUnits)}${whose}`
      }),
    ...positions.map(
      ({ protocol, key, kind, unitsDelta }) =>
        `units ${kind} in ${protocol} ${key}: ${sign(unitsDelta)}${unitsDelta}`,
    ),
    ...allowances.map(
      ({ token, spender, valueBaseUnits }) => `allowance of ${spender} at ${write(token, valueBaseUnits)}`,
    ),
  ]
  if (parts.length === 0) return 'no change'
  const more = parts.length > MAX_PARTS ? `, and ${parts.length - MAX_PARTS} more` : ''
  return parts.slice(0, MAX_PARTS).join(', ') + more
}
