import { observeMark } from './cage-mark.ts'
import { type CageRules, type CageState, NO_EFFECT } from './cage-rules.ts'
import { type CageFacts, type CageTerm, ceilDiv, least, readTerms } from './cage-terms.ts'
import { bookTerms, isBlind, isPriced, navOf, perShare, total } from './cage-value.ts'

/** What the cage says of money that its owner moves: a state, or why it refuses. */
export type MovedCapital = { readonly next: CapitalState } | { readonly refused: CapitalRefusal }
export type CapitalRefusal = 'PriceUnavailable' | 'BalanceUnreadable' | 'NothingToShare'

/** What a cage remembers, with the price at which shares begin anew when none were left. */
export interface CapitalState extends CageState {
  /** 18 decimals. */
  readonly startPrice: bigint
}

const refuse = (refused: CapitalRefusal): MovedCapital => ({ refused })

/** Why nobody can tell what a share is worth. */
const findUnvalued = (terms: readonly CageTerm[]): CapitalRefusal | undefined =>
  isBlind(terms) ? 'BalanceUnreadable' : isPriced(terms, 'before') ? undefined : 'PriceUnavailable'

/** The owner pays in: shares at their present value, which therefore stays. */
export function payIn(
  rules: CageRules,
  state: CapitalState,
  [token, amount]: readonly [token: string, amount: bigint],
  facts: CageFacts,
): MovedCapital {
  const terms = readTerms(rules, state, NO_EFFECT, facts)
  const paid = terms.find((term) => term.token === token)
  if (!paid?.fresh) return refuse('PriceUnavailable')
  const unvalued = findUnvalued(terms)
  if (unvalued) return refuse(unvalued)
  const { totalShares, startPrice } = state
  const [nav, value] = [navOf(terms, 'before'), paid.value(amount, false)]
  if (nav === 0n && totalShares > 0n) return refuse('NothingToShare')
  const minted = totalShares === 0n ? (value * 10n ** 30n) / startPrice : (value * totalShares) / nav
  const shares = totalShares + minted
  const counted = terms.map((term) =>
    term === paid ? { ...term, after: term.before + amount, stays: term.there + amount } : term,
  )
  const mark = state.mark === 0n ? perShare({ totalShares: shares }, nav + value) : state.mark
  return { next: { ...state, ...bookTerms(counted), totalShares: shares, mark } }
}

/** The owner takes out: what the books never counted goes first, and what they did takes its shares along. */
export function takeOut(
  rules: CageRules,
  state: CapitalState,
  [token, amount]: readonly [token: string, amount: bigint],
  facts: CageFacts,
): MovedCapital {
  const terms = readTerms(rules, state, NO_EFFECT, facts)
  const left = terms.map((term): CageTerm => {
    if (term.token !== token) return term
    const stays = term.there - amount
    return { ...term, after: least(term.before, stays), stays }
  })
  const nav = navOf(terms, 'before')
  const gone = total(left, (term) => term.value(term.before - term.after, true))
  const { totalShares } = state
  const burned =
    gone === 0n || totalShares === 0n ? 0n : gone >= nav ? totalShares : ceilDiv(gone * totalShares, nav)
  const next = { ...state, ...bookTerms(left), totalShares: totalShares - burned }
  return { next: keepPrice(rules, state, next, facts) }
}

/** Whoever burns the last share leaves its price behind. */
export function keepPrice(
  rules: CageRules,
  before: CapitalState,
  after: CageState,
  facts: CageFacts,
): CapitalState {
  if (before.totalShares === 0n || after.totalShares > 0n) return { ...after, startPrice: before.startPrice }
  const nav = navOf(readTerms(rules, before, NO_EFFECT, facts), 'before')
  return { ...after, startPrice: perShare(before, nav) }
}

/** Somebody shows the mark what a share is worth; nothing else changes. */
export function lookAt(rules: CageRules, state: CapitalState, facts: CageFacts): MovedCapital {
  const terms = readTerms(rules, state, NO_EFFECT, facts)
  const unvalued = findUnvalued(terms)
  if (unvalued) return refuse(unvalued)
  return {
    next: { ...state, ...observeMark(state, perShare(state, navOf(terms, 'before')), facts.nowSeconds) },
  }
}
