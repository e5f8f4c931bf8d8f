import { exactly, type Interval, sum } from '../../../vocabulary/interval.ts'
import { type Checks, createChecks, deny, type Prediction } from '../verdict.ts'
import { bookHour, sumHours, sumUnguarded } from './cage-ledger.ts'
import { type Mark, observeMark } from './cage-mark.ts'
import type { CageEffect, CageRules, CageState } from './cage-rules.ts'
import { type CageFacts, type CageTerm, ceilDiv, least, positive, readTerms } from './cage-terms.ts'
import { bookTerms, isBlind, navOf, perShare, shareOf, total } from './cage-value.ts'

/** How long what is pledged may be open, and how much of it is no limit. */
const MAX_PLEDGE_SECONDS = 86_400
const UNLIMITED = 2n ** 128n
const DUST_USDC = 10_000n
const BPS = 10_000n
/** More than anything is worth. */
const BEYOND = 2n ** 200n

/** What an action is to the cage: nothing, surely a way out of risk, or what may be more. */
type CageEffectKind = 'idle' | 'exit' | 'limited'

/** What the cage says of an action, but for the guardian's signature. */
export interface CageJudgement {
  readonly kind: CageEffectKind
  readonly verdicts: Prediction
  /** What leaves. */
  readonly outflow: Interval
  /** That with what left in the window without the guardian's signature. */
  readonly unguarded: Interval
  /** What the cage remembers if the action is carried out at that moment, as if the guardian had signed it. */
  readonly next: CageState
}

/** An action as the cage judges it. */
interface CageAction {
  readonly checks: Checks
  readonly rules: CageRules
  readonly state: CageState
  readonly now: number
  readonly terms: readonly CageTerm[]
  /** Those that anything moves in. */
  readonly moved: readonly CageTerm[]
  readonly isExit: boolean
  /** Undefined when nobody can tell. */
  readonly isRisk: boolean | undefined
  /** The mark with this moment's sample. */
  readonly mark: Mark
  /** Shares that are left when what recipients are paid has burned its own. */
  readonly sharesAfter: bigint
  /** What is broken, where amounts are known; otherwise nobody can tell. */
  perhaps(broken: boolean): boolean | undefined
}

/** Judge an action as the cage does. */
export function judgeCage(
  rules: CageRules,
  state: CageState,
  effect: CageEffect,
  facts: CageFacts,
): CageJudgement {
  const { nowSeconds: now } = facts
  const checks = createChecks()
  const terms = readTerms(rules, state, effect, facts)
  const moved = terms.filter(({ out, up, down, pledged }) => out > 0n || up > 0n || down > 0n || pledged > 0n)
  const opened = observeMark(state, shareOf(state, terms, 'before'), now)
  if (moved.length === 0 && effect.liquidity === undefined) {
    checkSight(checks, terms, effect.onlyRevokes)
    const nothing = exactly(0n)
    const next = { ...state, ...opened, hours: bookHour(state, now, undefined), ...bookTerms(terms) }
    return { kind: 'idle', verdicts: checks.verdicts(), outflow: nothing, unguarded: nothing, next }
  }
  const riskUp = moved.some(({ up, isBase }) => up > 0n && !isBase)
  const anyOut = moved.some(({ out }) => out > 0n)
  const spendsBase = moved.some(({ out, isBase }) => out > 0n && isBase)
  const isPaying = terms.some(({ paid }) => paid > 0n)
  const pledges = terms.some(({ pledged }) => pledged > 0n)
  const parked = effect.liquidity === 'grows'
  const isOpen = effect.liquidity === 'either'
  const isExit = !parked && !isOpen && !spendsBase && !isPaying && !pledges && !(riskUp && anyOut)
  const isRisk = !isExit && (riskUp || parked || (isOpen ? undefined : false))
  const isKnown = state.isExact && effect.liquidity === undefined
  const perhaps = (broken: boolean) => (isKnown ? broken : undefined)
  const sharesAfter = state.totalShares - burnPaid(state, terms)
  const action = {
    checks,
    rules,
    state,
    now,
    terms,
    moved,
    isExit,
    isRisk,
    mark: opened,
    sharesAfter,
    perhaps,
  }

  checkPledge(action, effect)
  checkSight(checks, terms, isExit || effect.onlyRevokes)
  checkPrices(action)
  const lost = checkLoss(action)
  const gross = total(terms, (term) => {
    // What nobody sees may have left.
    const left = term.isUnread ? term.there : term.out > term.down ? term.out : term.down
    return term.value(left, true) + term.value(term.pledged, true)
  })
  if (!isExit) checkLimits(action, gross, lost)
  const spent = isExit ? least(gross, positive(rules.windowSpendCapUsdc - sumHours(state, now).spent)) : gross
  const outflow = isKnown ? exactly(gross) : { least: 0n, most: BEYOND }
  return {
    kind: isExit ? 'exit' : 'limited',
    verdicts: checks.verdicts(),
    outflow,
    unguarded: sum([sumUnguarded(state, now), outflow]),
    next: {
      ...state,
      lastRebalanceAt: bookRisk(state, isRisk, now),
      isExact: isKnown,
      totalShares: sharesAfter,
      ...observeMark(opened, shareOf({ ...state, totalShares: sharesAfter }, terms, 'after'), now),
      hours: bookHour(state, now, { spent, lost }),
      ...bookTerms(terms),
    },
  }
}

/** When risk was last taken, if an action that may take some is carried out now. */
function bookRisk(
  { lastRebalanceAt }: CageState,
  isRisk: boolean | undefined,
  now: number,
): CageState['lastRebalanceAt'] {
  if (isRisk === false) return lastRebalanceAt
  return { least: isRisk ? now : lastRebalanceAt.least, most: now }
}

/** Shares that go with what recipients are paid, as far as it is gone. */
function burnPaid({ totalShares }: CageState, terms: readonly CageTerm[]): bigint {
  const [before, after] = [navOf(terms, 'before'), navOf(terms, 'after')]
  if (totalShares === 0n || before <= after) return 0n
  const paid = least(
    total(terms, (term) => term.value(term.paid, true)),
    before - after + 1n,
  )
  return paid >= before ? totalShares : ceilDiv(paid * totalShares, before)
}

/** While what is held gives no answer only exits pass, and what takes authority back. */
function checkSight(checks: Checks, terms: readonly CageTerm[], passes: boolean): void {
  checks.check(!passes && isBlind(terms), deny('policy-cage', 'BALANCE_UNREADABLE'))
}

/** What is pledged is limited, and over within a day. */
function checkPledge({ checks, now }: CageAction, { pledged }: CageEffect): void {
  if (pledged === undefined) return
  const { amount, untilSeconds } = pledged
  const isOpen = untilSeconds >= now && untilSeconds <= now + MAX_PLEDGE_SECONDS
  checks.check(!isOpen || amount >= UNLIMITED, deny('policy-cage', 'CAGE_REJECTED'))
}

/** Risk needs the price of everything; an exit that there ever was one of what it sells. */
function checkPrices({ checks, terms, moved, isExit, perhaps }: CageAction): void {
  const isMissing = isExit
    ? moved.some(({ down, price }) => down > 0n && price === 0n)
    : terms.some((term) => !term.fresh && (moved.includes(term) || term.before > 0n))
  checks.check(perhaps(isMissing), deny('policy-cage', 'CAGE_PRICE_UNAVAILABLE'))
}

/** No action loses more than a share of what it moves; answers what counts as lost. */
function checkLoss({ checks, rules, terms, perhaps }: CageAction): bigint {
  const paidUsdc = total(terms, (term) => term.value(term.paid, true))
  const downUsdc = total(terms, (term) => term.value(term.down, true))
  const loss = positive(downUsdc - total(terms, (term) => term.value(term.up, false)))
  const tolerated = total(terms, (term) => {
    const uncertain = term.fresh ? term.down : term.down + term.up
    return (term.value(uncertain, false) * (term.fresh ? rules.maxLossBps : rules.maxStaleExitLossBps)) / BPS
  })
  const isTooMuch = perhaps(loss > DUST_USDC + paidUsdc + tolerated)
  // What a token lost in one call is not made up for by another: of a bundle of both only the sums are known here.
  const goesBothWays = terms.some(({ out, up, down }) => out > 0n && (up > 0n || out > down))
  checks.check(isTooMuch || (goesBothWays ? undefined : isTooMuch), deny('policy-cage', 'CAGE_VALUE_LOSS'))
  return positive(loss - paidUsdc)
}

/** What is no exit keeps to drawdown, interval, caps and windows. */
function checkLimits(action: CageAction, spent: bigint, lost: bigint): void {
  const { checks, rules, state, now, terms, isRisk, mark, sharesAfter, perhaps } = action
  const drawdown = (when: 'before' | 'after') => {
    const totalShares = when === 'before' ? state.totalShares : sharesAfter
    const value = perShare({ ...state, totalShares }, navOf(terms, when))
    return totalShares === 0n || value >= mark.mark ? 0n : ceilDiv((mark.mark - value) * BPS, mark.mark)
  }
  const isDown = [drawdown('before'), drawdown('after')].some((bps) => bps > rules.maxDrawdownBps)
  checks.check(perhaps(isDown), deny('policy-cage', 'CAGE_DRAWDOWN'))
  const isSoonAfter = (at: number) => at !== 0 && now < at + rules.minRebalanceIntervalSeconds
  const { least: earliest, most: latest } = state.lastRebalanceAt
  const isTooSoon = isSoonAfter(earliest) || (isSoonAfter(latest) ? undefined : false)
  checks.check(isTooSoon && isRisk, deny('policy-cage', 'CAGE_REBALANCE_INTERVAL'))
  const isOverCap = terms.some(
    (term) => term.after > term.before && term.value(term.after, true) > term.capUsdc,
  )
  checks.check(perhaps(isOverCap), deny('policy-cage', 'CAGE_POSITION_CAP'))
  const sums = sumHours(state, now)
  checks.check(
    perhaps(sums.spent + spent > rules.windowSpendCapUsdc),
    deny('policy-cage', 'CAGE_WINDOW_SPEND'),
  )
  checks.check(
    perhaps(lost > 0n && sums.lost + lost > rules.windowLossCapUsdc),
    deny('policy-cage', 'CAGE_WINDOW_LOSS'),
  )
}
