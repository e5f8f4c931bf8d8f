import { exactly, isAbove, sum } from '../../../vocabulary/interval.ts'
import { bookUnguarded } from '../cage/cage-ledger.ts'
import { isWithin } from '../moment.ts'
import { deny } from '../verdict.ts'
import { askCage } from './ask-cage.ts'
import { type AuthorityState, DAY_SECONDS, isHeld, type Judgement } from './authority.ts'
import { isFalse } from './is-false.ts'
import { type JudgedAction, takesRisk, whenDone } from './judged-action.ts'
import { meetLimits } from './meet-limits.ts'
import { meetLists } from './meet-lists.ts'
import { meetPhase } from './meet-phase.ts'

/** Judge an action by everything that depends on what it does: the phase, then the hooks in their order. */
export function judgeAction(action: JudgedAction): Judgement {
  const { checks, rules, state, effect, facts, now, permit } = action
  const cage = askCage(action)
  const done = cage.isSure ? effect.classes.slice(0, 1) : effect.classes
  const classes = { done, failed: cage.isSure ? [] : (effect.failed ?? []) }
  const isRisk = takesRisk(classes)
  // Where positions cannot be read, others say so.
  checks.check(state.hasLoss && whenDone(isRisk), deny('books', 'LOSS_NOT_CLEARED'))
  meetPhase(action, classes, isRisk)
  meetLists(action, cage.verdicts)
  const { spend, unguarded } = meetLimits(action, isRisk)
  meetRate(action)
  meetSimulation(action)
  meetClaims(action)

  const demands = [
    isAbove(unguarded, rules.limits.hotLaneUsdc),
    cage.judged ? isAbove(cage.judged.unguarded, rules.cage.hotLaneUsdc) : false,
  ]
  const needsGuardian = demands.includes(true) ? true : demands.includes(undefined) ? undefined : false
  const isSigned = permit?.isGuarded === true ? true : needsGuardian
  return {
    verdicts: checks.verdicts(),
    effect,
    actionClass: done.length === 1 ? done[0] : undefined,
    spend,
    isGuarded: needsGuardian,
    mostGuardedUsdc: sum([...countSigned(action), spend]).most,
    now,
    cage: cage.judged ? bookCage(cage.judged, isSigned, facts.now.chainSeconds + 1) : state.cage,
  }
}

/** What the guardian may have signed for in the window that it counts. */
function countSigned({ rules, state, now, permit }: JudgedAction) {
  // The guardian counts from the last second at which something may run.
  const remembered = state.spends
    .filter((entry) => isHeld(entry, now) || isWithin(entry.at, now, DAY_SECONDS + rules.permitTtlSeconds))
    .map(({ amount }) => amount)
  // What it signed for permits that were not committed it goes on counting for some time.
  const unused = [...state.permits.values()]
    .filter((other) => other !== permit && other.state !== 'committed' && other.isGuarded !== false)
    .map(({ spend }) => spend)
  return [...remembered, ...unused]
}

/** What the cage remembers of it; what was signed once is sent with the signature. */
function bookCage(
  { next, outflow }: NonNullable<ReturnType<typeof askCage>['judged']>,
  isSigned: boolean | undefined,
  nowSeconds: number,
): AuthorityState['cage'] {
  const unsigned =
    isSigned === true ? exactly(0n) : { least: isSigned === false ? outflow.least : 0n, most: outflow.most }
  return bookUnguarded(next, unsigned, nowSeconds)
}

function meetRate({ checks, rules, state, now }: JudgedAction): void {
  const { maxCalls, windowSeconds, perTick } = rules.rateLimit
  const mayBeMore = state.unkeptUntil !== undefined && isWithin(state.unkeptUntil, now, windowSeconds)
  const most =
    state.attempts.filter(({ at }) => isWithin(at, now, windowSeconds)).length + (mayBeMore ? maxCalls : 0)
  const least = state.attempts.filter(({ at, knownChainSeconds }) =>
    isWithin({ ...at, chainSeconds: knownChainSeconds }, now, windowSeconds),
  ).length
  const attempts = { least: BigInt(least), most: BigInt(most) }
  checks.check(isAbove(attempts, BigInt(maxCalls)), deny('rate-limiter', 'RATE_LIMITED'))
  checks.check(perTick !== undefined && state.inTick.attempts > perTick, deny('rate-limiter', 'RATE_LIMITED'))
}

function meetSimulation({ checks, rules, effect, permit }: JudgedAction): void {
  const reverted = deny('simulator', 'SIMULATION_REVERTED')
  const drifted = deny('simulator', 'SIMULATION_DRIFT')
  const isWide = effect.toleranceBps > BigInt(rules.maxToleranceBps)
  checks.check(
    isWide || (effect.isBoundByAmount ? undefined : false),
    deny('simulator', 'TOLERANCE_TOO_WIDE'),
  )
  if (effect.reverts === undefined) checks.check(undefined, reverted, drifted)
  else checks.check(effect.reverts, reverted)
  checks.check(effect.drifts, drifted)
  if (permit && effect.cage?.liquidity) {
    checks.check(undefined, drifted, reverted, deny('simulator', 'POSITION_DRIFT'))
  }
}

function meetClaims({ checks, rules, command, effect, facts }: JudgedAction): void {
  for (const claim of command.claims) {
    checks.check(isFalse(claim, facts, rules), deny('hallucination-detector', 'HALLUCINATED_CLAIM'))
  }
  for (const { token, amount } of effect.outflows) {
    const isShort = isAbove(amount, facts.balances.get(token) ?? 0n)
    checks.check(isShort, deny('hallucination-detector', 'HALLUCINATED_BALANCE'))
  }
}
