import type { CageState } from './cage-rules.ts'
import type { CageTerm } from './cage-terms.ts'

/** Add what each asset comes to. */
export const total = (terms: readonly CageTerm[], pick: (term: CageTerm) => bigint): bigint =>
  terms.reduce((sum, term) => sum + pick(term), 0n)

/** Value of what counts, in USDC base units. */
export const navOf = (terms: readonly CageTerm[], when: 'before' | 'after'): bigint =>
  total(terms, (term) => term.value(term[when], false))

/** Value per share of 18 decimals. */
export const perShare = ({ totalShares }: Pick<CageState, 'totalShares'>, navUsdc: bigint): bigint =>
  totalShares === 0n ? 0n : (navUsdc * 10n ** 30n) / totalShares

/** Whether the price of everything that counts may be used. */
export const isPriced = (terms: readonly CageTerm[], when: 'before' | 'after'): boolean =>
  terms.every((term) => term.fresh || term[when] === 0n)

/** The value of a share, where the price of everything that is held may be used. */
export const shareOf = (
  state: Pick<CageState, 'totalShares'>,
  terms: readonly CageTerm[],
  when: 'before' | 'after',
): bigint | undefined => (isPriced(terms, when) ? perShare(state, navOf(terms, when)) : undefined)

/** What is remembered of each asset. */
export const bookTerms = (terms: readonly CageTerm[]): Pick<CageState, 'counted' | 'lastPrice'> => ({
  counted: new Map(terms.map((term) => [term.token, term.after])),
  lastPrice: new Map(terms.map((term) => [term.token, term.price])),
})
