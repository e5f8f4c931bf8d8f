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

/** Whether some of what is held gives no answer. */
export const isBlind = (terms: readonly CageTerm[]): boolean => terms.some(({ isUnread }) => isUnread)

/** The value of a share, where everything that is held can be read and its price may be used. */
export const shareOf = (
  state: Pick<CageState, 'totalShares'>,
  terms: readonly CageTerm[],
  when: 'before' | 'after',
): bigint | undefined =>
  isPriced(terms, when) && !isBlind(terms) ? perShare(state, navOf(terms, when)) : undefined

/** What is remembered of each asset. */
export const bookTerms = (terms: readonly CageTerm[]): Pick<CageState, 'counted' | 'seen' | 'lastPrice'> => ({
  counted: new Map(terms.map((term) => [term.token, term.after])),
  seen: new Map(terms.map((term) => [term.token, term.stays])),
  lastPrice: new Map(terms.map((term) => [term.token, term.price])),
})
