import type { AssetDelta } from '../../../../tools/core/outcome.ts'
import type { Phase } from '../../../../tools/safety/policy/phases.ts'
import type { TamperField } from '../../../scenario/tamper-permit.ts'
import { readAccountMode } from '../../../stage/account-mode.ts'
import { exactly, type Interval } from '../../../vocabulary/interval.ts'
import type { CageState } from '../cage/cage-rules.ts'
import type { Facts } from '../facts/facts.ts'
import { isWithin, latest, type Moment } from '../moment.ts'
import type { Command } from '../read-command.ts'
import type { Denial } from '../verdict.ts'
import {
  type AuthorityRules,
  type AuthorityState,
  type Judgement,
  maxFeeOf,
  type PermitModel,
} from './authority.ts'
import { findRaises } from './live-allowances.ts'

/** The authority before anything was done. */
export const openAuthority = (phase: Phase, cage: CageState): AuthorityState => ({
  mark: { wallMs: 0, chainSeconds: 0 },
  phase: { phase, epoch: 1, isKnown: true },
  permits: new Map(),
  spends: [],
  attempts: [],
  unkeptUntil: undefined,
  inTick: { tick: 0, attempts: 0 },
  isHalted: false,
  hasLoss: false,
  isStoreAltered: false,
  nextNonce: undefined,
  least: undefined,
  pledged: new Map(),
  cage,
  isTold: false,
  isUnsettled: false,
})

/** Count an attempt of a tick, whatever becomes of it. */
export const noteAttempt = (state: AuthorityState, now: Moment, tick: number): AuthorityState => ({
  ...state,
  inTick: { tick, attempts: (state.inTick.tick === tick ? state.inTick.attempts : 0) + 1 },
  attempts: [...state.attempts, { at: latest(state.mark, now), knownChainSeconds: state.mark.chainSeconds }],
})

/** Layers that answer before anything was looked at. */
const BEFORE_LOOKING = ['schema', 'profile', 'tool', 'sandbox', 'taint', 'halt', 'chain']
/** Codes that leave the books and the nonce as they are. */
const BEFORE_BOOKS = ['PERMIT_EXPIRED', 'ACCOUNT_FENCED', 'UNEXPLAINED_DELTA']
const BEFORE_MARK = ['PERMIT_CLOCKS_DIVERGED', 'PERMIT_UNKNOWN', 'PERMIT_NOT_PENDING', 'PERMIT_UNRESOLVED']

/** What a look at the world leaves behind: the marks of the clocks, the books, the claim of the account. */
export function noteLook(
  { signer }: Pick<AuthorityRules, 'signer'>,
  state: AuthorityState,
  facts: Facts,
  denial: Denial | undefined,
): AuthorityState {
  if (denial && (BEFORE_LOOKING.includes(denial.layer) || BEFORE_MARK.includes(denial.code))) return state
  const mark = latest(state.mark, facts.now)
  // What was noted by a wall clock that was ahead was made by now, and counts for a window from now.
  const dated = state.attempts.map((attempt) => ({
    ...attempt,
    at: { ...attempt.at, wallMs: Math.min(attempt.at.wallMs, mark.wallMs) },
  }))
  const attempts = dated.map((attempt, index) =>
    index === dated.length - 1 ? { ...attempt, knownChainSeconds: mark.chainSeconds } : attempt,
  )
  const marked = { ...state, mark, attempts }
  if (denial && BEFORE_BOOKS.includes(denial.code)) {
    // A loss that nobody explains stops everything, and so does another signature of the operator's own key.
    const isStolen = denial.code === 'ACCOUNT_FENCED' && readAccountMode(signer) === undefined
    return isStolen || denial.code === 'UNEXPLAINED_DELTA' ? haltAuthority(marked) : marked
  }
  // Only an account that never acted belongs to the first store that looks.
  const claimed = facts.nonce === 0 || readAccountMode(signer) !== undefined ? facts.nonce : undefined
  return { ...marked, nextNonce: state.nextNonce ?? claimed, least: facts.balances }
}

/** Issue a permit. */
export function issuePermit(
  rules: AuthorityRules,
  state: AuthorityState,
  permitId: string,
  command: Command,
  facts: Facts,
  judged: Judgement,
): AuthorityState {
  const { intent } = command
  const { promised } = judged.effect
  const permit: PermitModel = {
    command: { ...command, intent: intent.kind === 'trade' && promised ? { ...intent, promised } : intent },
    state: 'pending',
    issued: judged.now,
    epoch: state.phase.epoch,
    nonce: facts.nonce,
    maxFeeWei: maxFeeOf(facts),
    isGuarded: rules.guardian === 'off' ? false : judged.isGuarded,
    spend: judged.spend,
    isTampered: false,
  }
  return movePermit(state, permitId, permit)
}

const movePermit = (state: AuthorityState, permitId: string, permit: PermitModel): AuthorityState => ({
  ...state,
  permits: new Map(state.permits).set(permitId, permit),
})

/** Change a permit behind the back of the stack; who changes its data once more changes it back. */
export function tamperWith(state: AuthorityState, permitId: string, field: TamperField): AuthorityState {
  const permit = state.permits.get(permitId)
  if (permit === undefined) return state
  const isTampered = permit.isTampered === false || (field !== 'data' && permit.isTampered)
  const tampered = movePermit(state, permitId, { ...permit, isTampered: isTampered || undefined })
  return { ...tampered, isStoreAltered: state.isStoreAltered || undefined }
}

/** Open the store again: what it holds is held against its log. */
export function reopen({ rateLimit }: AuthorityRules, state: AuthorityState): AuthorityState {
  const isAltered = [...state.permits.values()].some(({ isTampered }) => isTampered)
  const inTick = { ...state.inTick, attempts: 0 }
  return {
    ...state,
    inTick,
    unkeptUntil: findUnkept(rateLimit, state.attempts) ?? state.unkeptUntil,
    isStoreAltered: isAltered || state.isStoreAltered,
  }
}

/** Until when attempts may have been made that were more than one too many: of them it is kept a step ahead, once a step. */
function findUnkept(
  { maxCalls, windowSeconds }: AuthorityRules['rateLimit'],
  attempts: AuthorityState['attempts'],
): Moment | undefined {
  const last = attempts.findLast(
    ({ at }, index) =>
      attempts.slice(0, index).filter((before) => isWithin(before.at, at, windowSeconds)).length > maxCalls,
  )
  const stepSeconds = Math.ceil(windowSeconds / (maxCalls + 1))
  return (
    last && {
      wallMs: last.at.wallMs + stepSeconds * 1_000,
      chainSeconds: last.at.chainSeconds + stepSeconds,
    }
  )
}

/** Put a permit into another state. */
export function endPermit(state: AuthorityState, permitId: string, to: PermitModel['state']): AuthorityState {
  const permit = state.permits.get(permitId)
  return permit === undefined ? state : movePermit(state, permitId, { ...permit, state: to })
}

/** Carry a permit out: it is used up, what it spends is spent. */
export function carryOut(
  state: AuthorityState,
  permitId: string,
  judged: Judgement,
  facts: Facts,
  done: {
    readonly deltas: readonly (AssetDelta & { readonly symbol: string; readonly through: bigint })[]
    readonly spend?: bigint
  },
): AuthorityState {
  const { effect, now } = judged
  const permit = state.permits.get(permitId)
  const spend = narrow(judged.spend, done.spend)
  const spends = [
    ...state.spends,
    {
      amount: spend,
      at: now,
      isGuarded: permit?.isGuarded === true ? true : judged.isGuarded,
      raises: permit ? findRaises(permit.command.intent, effect, facts) : [],
      ...(effect.untilSeconds === undefined ? {} : { untilSeconds: effect.untilSeconds }),
    },
  ]
  const ended = { ...endPermit(state, permitId, 'committed'), spends }
  if (effect.cage === undefined) return ended
  const least = new Map(facts.balances)
  for (const { symbol, deltaBaseUnits, through } of done.deltas) {
    const size = deltaBaseUnits < 0n ? -deltaBaseUnits : deltaBaseUnits
    const tolerated = ((size > through ? size : through) * effect.toleranceBps + 9_999n) / 10_000n
    const after = (least.get(symbol) ?? 0n) + deltaBaseUnits - tolerated
    least.set(symbol, after < 0n ? 0n : after)
  }
  const nextNonce = state.nextNonce === undefined ? undefined : facts.nonce + 1
  return { ...ended, least, pledged: addPledge(state, effect), nextNonce, cage: judged.cage }
}

function addPledge({ pledged }: AuthorityState, { cage }: Judgement['effect']): AuthorityState['pledged'] {
  if (cage?.pledged === undefined) return pledged
  const { token, amount } = cage.pledged
  return new Map(pledged).set(token, (pledged.get(token) ?? 0n) + amount)
}

/** Others do something: what they may take, they may have taken, and what the cage counts is not known any more. */
export const takePledged = (state: AuthorityState): AuthorityState =>
  state.pledged.size === 0 ? state : { ...state, cage: { ...state.cage, isExact: false } }

/** A signer failed: the permit is used up; what may have been signed counts. */
export function failToSign(state: AuthorityState, permitId: string, judged: Judgement): AuthorityState {
  const failed = endPermit(state, permitId, 'failed')
  const { untilSeconds, cage } = judged.effect
  if (cage !== undefined) return failed
  const entry = {
    amount: judged.spend,
    at: judged.now,
    isGuarded: judged.isGuarded,
    untilSeconds: untilSeconds ?? 0,
    raises: [],
  }
  return { ...failed, spends: [...failed.spends, entry] }
}

/** Set the latch: nothing is pending any more. */
export function haltAuthority(state: AuthorityState): AuthorityState {
  const permits = new Map(
    [...state.permits].map(([id, permit]) => [
      id,
      permit.state === 'pending' ? { ...permit, state: 'cancelled' as const } : permit,
    ]),
  )
  return { ...state, isHalted: true, permits }
}

/** What is known of an amount, with what the stack said of it where that is within bounds. */
const narrow = (known: Interval, told: bigint | undefined): Interval =>
  told !== undefined && known.least <= told && told <= known.most ? exactly(told) : known
