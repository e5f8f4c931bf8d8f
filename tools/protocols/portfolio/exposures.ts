import type { TokenInfo } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Portfolio } from './read-portfolio.ts'
import { describePortfolio } from './value-portfolio.ts'

/** All that an account has of one token, in its balance and in the legs of its positions; owed is negative. */
export interface Exposure {
  readonly token: TokenInfo
  readonly amountBaseUnits: bigint
  readonly valueMicroUsd: bigint
}

/** Sum what an account has by token, as far as it has a price; the largest by value first. */
export function listExposures(portfolio: Portfolio): {
  readonly exposures: readonly Exposure[]
  readonly isComplete: boolean
} {
  const { tokens, positions, isComplete } = describePortfolio(portfolio)
  const rows = [...tokens, ...positions.flatMap(({ legs }) => legs)]
  const exposures = portfolio.tokens.flatMap((token): Exposure[] => {
    const own = rows.filter((row) => row.valueMicroUsd !== null && isAddressEqual(row.token, token.address))
    if (own.length === 0) return []
    const sum = (member: 'amountBaseUnits' | 'valueMicroUsd') =>
      own.reduce((total, row) => total + BigInt(row[member] ?? 0), 0n)
    return [{ token, amountBaseUnits: sum('amountBaseUnits'), valueMicroUsd: sum('valueMicroUsd') }]
  })
  const size = ({ valueMicroUsd: value }: Exposure) => (value < 0n ? -value : value)
  return {
    exposures: exposures.toSorted((a, b) => (size(a) === size(b) ? 0 : size(a) < size(b) ? 1 : -1)),
    isComplete,
  }
}
