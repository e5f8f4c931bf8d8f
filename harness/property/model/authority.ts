import type { Claim } from '../../../tools/safety/hooks/hook.ts'
import type { ActionClass } from '../../../tools/safety/policy/phases.ts'
import type { GuardianMode } from '../../guardian/scenario-guardian.ts'
import type { SecondProviderMode } from '../../stage/second-provider.ts'
import type { SignerMode } from '../../stage/session-signer.ts'
import { bookUnguarded, type CageRules, type CageState, judgeCage } from './cage-model.ts'
import { deriveEffect, type Effect, type Lists } from './effect.ts'
import type { Facts } from './facts.ts'
import type { Command } from './intent.ts'
import { exactly, type Interval, isAbove, sum } from './interval.ts'
import { findStanding, isGuarded, type Raise } from './live-allowances.ts'
import { isWithin, latest, type Moment } from './moment.ts'
import { currentPhase, type PhaseModel, phaseAllows, phaseAllowsTopRisk } from './phase-model.ts'
import { judgePrices, valueUp } from './price-model.ts'
import { serves } from './profile-model.ts'
import { type Checks, createChecks, deny, type Prediction } from './verdict.ts'

/** Everything that an owner decides, as the model needs it. */
export interface AuthorityRules {
  readonly profile: string
  readonly limits: {
    readonly perTransactionUsdc: bigint
    readonly perDayUsdc: bigint
    readonly hotLaneUsdc: bigint
  }
  readonly permitTtlSeconds: number
  readonly rateLimit: { readonly maxCalls: number; readonly windowSeconds: number }
  readonly maxSignatureSeconds: number
  readonly maxClockSkewSeconds: number
  readonly phaseDwellSeconds: number
  readonly maxPriceDivergenceBps: number
  readonly maxToleranceBps: number
  readonly maxGasLimit: bigint
  /** From which vitality on each phase holds, in basis points, and the gas balance that is no concern. */
  readonly vitality: {
    readonly thrivingFromBps: number
    readonly cautiousFromBps: number
    readonly defensiveFromBps: number
    readonly survivalFromBps: number
    readonly gasReserveWei: bigint
  }
  readonly guardian: GuardianMode
  readonly secondProvider: SecondProviderMode
  readonly signer: SignerMode
  readonly lists: Lists
  readonly cage: CageRules
  readonly decimals: ReadonlyMap<string, number>
  /** The token in which limits count; it counts at par. */
  readonly numeraire: string
}

/** A permit. */
export interface PermitModel {
  readonly command: Command
  readonly state: 'pending' | 'committed' | 'cancelled' | 'expired' | 'failed'
  readonly issued: Moment
  readonly epoch: number
  readonly nonce: number
  /** Most that a unit of its gas may cost. */
  readonly maxFeeWei: bigint
  /** Whether the guardian signed it when it was issued. */
  readonly isGuarded: boolean | undefined
  /** What it was to spend when it was issued. */
  readonly spend: Interval
  /** Whether somebody changed it behind the back of the stack; undefined when that may have been undone. */
  readonly isTampered: boolean | undefined
}

/** What was spent, or may have been. */
export interface SpendEntry {
  readonly amount: Interval
  readonly at: Moment
  readonly isGuarded: boolean | undefined
  /** For a signature: the last second at which it holds. */
  readonly untilSeconds?: number
  /** Allowances as they were before it raised them. */
  readonly raises: readonly Raise[]
}

/** A call that counts for the rate limit, whatever became of it. */
export interface Attempt {
  readonly at: Moment
  /** What the stack knew of the chain's clock when it ended: all of it once it looked. */
  readonly knownChainSeconds: number
}

/** What the authority of an agent depends on besides its rules and the world. */
export interface AuthorityState {
  /** The latest reading of each clock at which something was decided. */
  readonly mark: Moment
  readonly phase: PhaseModel
  readonly permits: ReadonlyMap<string, PermitModel>
  readonly spends: readonly SpendEntry[]
  readonly attempts: readonly Attempt[]
  readonly isHalted: boolean
  /** Whether the store is another than its log says; undefined while nothing makes the stack look. */
  readonly isStoreAltered: boolean | undefined
  /** The nonce that only the stack's own transactions move; undefined before it looked. */
  readonly nextNonce: number | undefined
  /** The least that must be there, by token; undefined before it looked. */
  readonly least: ReadonlyMap<string, bigint> | undefined
  readonly cage: CageState
  /** Whether the model was told things that it may not choose by. */
  readonly isTold: boolean
  /** Whether something was signed of which nobody knows what became of it; what happens then the model leaves open. */
  readonly isUnsettled: boolean
}

/** What a judged command comes to if it passes. */
export interface Judgement {
  readonly verdicts: Prediction
  readonly effect: Effect
  readonly actionClass: ActionClass | undefined
  readonly spend: Interval
  readonly isGuarded: boolean | undefined
  /** Most of a day that the guardian may have signed for if it signs this as well. */
  readonly mostGuardedUsdc: bigint
  readonly now: Moment
  readonly cage: CageState
}

const DAY_SECONDS = 86_400
const EXITS: readonly ActionClass[] = ['decrease-position', 'close-position', 'read-only']
/** No transaction takes less. */
const LEAST_GAS = 21_000n
/** A claim that is this far off is surely wrong; half of it is surely right. */
const CLAIM_BPS = 200n

/** Judge a command that asks for a permit. */
export function judgePreview(
  rules: AuthorityRules,
  state: AuthorityState,
  command: Command,
  facts: Facts,
): Judgement {
  const checks = createChecks()
  const effect = deriveEffect(command.intent, facts, rules.lists)
  const isServed = command.kind === undefined || serves(rules, command.kind)
  checks.check(!isServed, deny('profile', 'UNKNOWN_ACTION_KIND'))
  checks.check(effect.plan.broken, ...effect.plan.denials)
  if (state.isTold) checks.check(undefined, deny('taint', 'UNTRUSTED_CHOICE'))
  checks.check(state.isHalted, deny('halt', 'HALTED'))
  const now = meetWorld(checks, rules, state, facts, effect.cage === undefined)
  // The next block, in which it is tried out, comes after the deadline already.
  if (rules.permitTtlSeconds < 1) checks.check(undefined, deny('policy-cage', 'CAGE_REJECTED'))
  const judged = judge(checks, rules, state, { command, effect, facts, now })
  meetGuardian(checks, rules, judged)
  return { ...judged, verdicts: checks.verdicts() }
}

/** Judge the commit of a permit. */
export function judgeCommit(
  rules: AuthorityRules,
  state: AuthorityState,
  permitId: string,
  facts: Facts,
): Judgement | { readonly verdicts: Prediction } {
  const checks = createChecks()
  checks.check(state.isHalted, deny('halt', 'HALTED'))
  const permit = state.permits.get(permitId)
  if (permit === undefined) {
    checks.check(true, deny('permit', 'PERMIT_UNKNOWN'))
    return { verdicts: checks.verdicts() }
  }
  checks.check(permit.state !== 'pending', deny('permit', 'PERMIT_NOT_PENDING'))
  checks.check(permit.isTampered, 'denied')
  if (!checks.isOpen) return { verdicts: checks.verdicts() }
  const { command } = permit
  const effect = deriveEffect(command.intent, facts, rules.lists)
  const now = meetWorld(checks, rules, state, facts, effect.cage === undefined, (moment) => {
    const { issued } = permit
    const isAlive =
      issued.wallMs <= moment.wallMs &&
      moment.wallMs < issued.wallMs + rules.permitTtlSeconds * 1_000 &&
      issued.chainSeconds <= moment.chainSeconds &&
      moment.chainSeconds < issued.chainSeconds + rules.permitTtlSeconds
    checks.check(!isAlive, deny('permit', 'PERMIT_EXPIRED'))
  })
  const isOldPhase = permit.epoch !== state.phase.epoch
  // Which of two reasons is named the design leaves open.
  if (isOldPhase) checks.check(undefined, deny('permit', 'PERMIT_PHASE_CHANGED'))
  const judged = judge(checks, rules, state, { command, effect, facts, now, permit })
  checks.check(isOldPhase, deny('permit', 'PERMIT_PHASE_CHANGED'))
  checks.check(permit.nonce !== facts.nonce, deny('permit', 'PERMIT_NONCE_USED'))
  const isTooDear = effect.cage !== undefined && permit.maxFeeWei < facts.baseFeeWei
  checks.check(isTooDear, deny('permit', 'PERMIT_FEE_EXCEEDED'))
  meetWallet(checks, rules.signer, effect)
  meetGuardian(checks, rules, judged)
  meetSigner(checks, rules.signer, effect)
  return { ...judged, verdicts: checks.verdicts() }
}

/** What comes before an action is looked at: providers, clocks, who else acts for the account, what is missing. */
function meetWorld(
  checks: Checks,
  rules: AuthorityRules,
  state: AuthorityState,
  facts: Facts,
  isSignature: boolean,
  checkTime: (now: Moment) => void = () => undefined,
): Moment {
  const { secondProvider } = rules
  if (secondProvider !== 'off' && secondProvider !== 'agrees') {
    checks.check(
      // Of a signature that is not understood there is no code to disagree on.
      secondProvider === 'code' && isSignature ? undefined : true,
      deny('chain', secondProvider === 'down' ? 'CHAIN_READ_FAILED' : 'PROVIDERS_DISAGREE'),
      ...(secondProvider === 'down' ? [deny('tool', 'TOOL_FAILED')] : []),
    )
  }
  const skew = Math.abs(Math.floor(facts.now.wallMs / 1_000) - facts.now.chainSeconds)
  checks.check(skew > rules.maxClockSkewSeconds, deny('permit', 'PERMIT_CLOCKS_DIVERGED'))
  const now = latest(state.mark, facts.now)
  checkTime(now)
  const { nextNonce, least } = state
  checks.check(nextNonce !== undefined && facts.nonce > nextNonce, deny('permit', 'ACCOUNT_FENCED'))
  const isMissing = [...(least ?? [])].some(([token, amount]) => (facts.balances.get(token) ?? 0n) < amount)
  checks.check(isMissing, deny('books', 'UNEXPLAINED_DELTA'))
  return now
}

function judge(
  checks: Checks,
  rules: AuthorityRules,
  state: AuthorityState,
  input: {
    readonly command: Command
    readonly effect: Effect
    readonly facts: Facts
    readonly now: Moment
    readonly permit?: PermitModel
  },
): Judgement {
  const { effect, facts, now, permit, command } = input
  const wallet = walletOf(rules, facts)
  const primary = new Map([...facts.prices].map(([token, { primary }]) => [token, primary]))
  const caged =
    effect.cage &&
    judgeCage(rules.cage, state.cage, effect.cage, {
      nowSeconds: facts.now.chainSeconds + 1,
      prices: primary,
      wallet,
    })
  const cageVerdicts = effect.reverts === true ? (['allowed'] as const) : (caged?.verdicts ?? ['allowed'])
  const listed = effect.lists.cage
  const isSure =
    effect.reverts === false &&
    listed.length === 0 &&
    cageVerdicts.length === 1 &&
    cageVerdicts[0] === 'allowed'
  const classes = isSure ? effect.classes.slice(0, 1) : effect.classes
  const phase = currentPhase(state.phase)
  const forbidden = classes.filter((actionClass) => !phaseAllows(phase, actionClass)).length
  const all = (count: number) => (count === 0 ? false : count === classes.length ? true : undefined)
  // An account that acted before belongs to a store that knows of it; a Safe's own nonce the model does not read.
  const isUnclaimed = state.nextNonce === undefined && facts.nonce > 0 && !rules.signer.startsWith('safe')
  const takesRisk = classes.filter((actionClass) => !EXITS.includes(actionClass)).length
  const isAltered = state.isStoreAltered === true ? all(takesRisk) : state.isStoreAltered
  checks.check(takesRisk > 0 && isAltered, deny('permit', 'STORE_ALTERED'))
  checks.check(isUnclaimed && all(takesRisk), deny('permit', 'ACCOUNT_NOT_CLAIMED'))
  checks.check(
    all(forbidden),
    phase === undefined ? deny('phase', 'PHASE_UNKNOWN') : deny('phase', 'PHASE_FORBIDS_CLASS'),
  )
  checks.check(
    effect.riskTier === 'layer3' && !phaseAllowsTopRisk(phase),
    deny('phase', 'PHASE_FORBIDS_RISK'),
  )

  // The hooks, in their order.
  checks.check(listed.length > 0, ...listed)
  const cageDenials = cageVerdicts.filter((verdict) => verdict !== 'allowed')
  const cageDenies = !cageVerdicts.includes('allowed')
  checks.check(
    cageDenials.length > 0 ? (cageDenies && effect.reverts === false ? true : undefined) : false,
    ...cageDenials,
  )
  const lastsSeconds = (effect.untilSeconds ?? 0) - facts.now.chainSeconds
  const isTooLong = effect.untilSeconds !== undefined && !permit && lastsSeconds > rules.maxSignatureSeconds
  const allowlist = [
    ...effect.lists.allowlist,
    ...(isTooLong
      ? [deny('allowlist-guard', effect.cage ? 'ALLOWANCE_DEADLINE' : 'SIGNATURE_DEADLINE')]
      : []),
  ]
  checks.check(allowlist.length > 0, ...allowlist)

  const { spend, problems, isPriceless } = countSpend(
    rules,
    facts,
    effect,
    permit?.maxFeeWei ?? maxFeeOf(facts),
  )
  checks.check(problems.length === 0 ? false : all(takesRisk), ...problems)
  checks.check(isPriceless, deny('spending-limiter', 'PRICE_MISSING'))
  const { limits } = rules
  checks.check(isAbove(spend, limits.perTransactionUsdc), deny('spending-limiter', 'SPEND_PER_TRANSACTION'))
  const window = state.spends.filter((entry) => isHeld(entry, now))
  const inWindow = sum([...window.map(({ amount }) => amount), spend])
  const live = countLive(rules, facts, effect, command.intent, {
    raises: state.spends.flatMap(({ at, raises }) => (isWithin(at, now, DAY_SECONDS) ? raises : [])),
    spends: state.spends,
    isRisk: all(takesRisk),
  })
  checks.check(live.isPriceless, deny('spending-limiter', 'PRICE_MISSING'))
  checks.check(
    isAbove(sum([inWindow, live.amount]), limits.perDayUsdc),
    deny('spending-limiter', 'SPEND_PER_DAY'),
  )
  const unguarded = sum([
    ...window.map(({ amount, isGuarded }) =>
      isGuarded === true ? exactly(0n) : isGuarded === false ? amount : { least: 0n, most: amount.most },
    ),
    live.unguarded,
    spend,
  ])
  const demands = [
    isAbove(unguarded, limits.hotLaneUsdc),
    caged ? isAbove(caged.unguarded, rules.cage.hotLaneUsdc) : false,
  ]
  // The guardian counts from the last second at which something may run.
  const remembered = state.spends
    .filter((entry) => isHeld(entry, now) || isWithin(entry.at, now, DAY_SECONDS + rules.permitTtlSeconds))
    .map(({ amount }) => amount)
  // What it signed for permits that were not committed it goes on counting for some time.
  const unused = [...state.permits.values()]
    .filter((other) => other !== permit && other.state !== 'committed' && other.isGuarded !== false)
    .map(({ spend }) => spend)
  const needsGuardian = demands.includes(true) ? true : demands.includes(undefined) ? undefined : false
  const isSigned = permit?.isGuarded === true ? true : needsGuardian

  const { maxCalls, windowSeconds } = rules.rateLimit
  const most = state.attempts.filter(({ at }) => isWithin(at, now, windowSeconds)).length
  const least = state.attempts.filter(({ at, knownChainSeconds }) =>
    isWithin({ ...at, chainSeconds: knownChainSeconds }, now, windowSeconds),
  ).length
  checks.check(
    isAbove({ least: BigInt(least), most: BigInt(most) }, BigInt(maxCalls)),
    deny('rate-limiter', 'RATE_LIMITED'),
  )
  checks.check(effect.toleranceBps > BigInt(rules.maxToleranceBps), deny('simulator', 'TOLERANCE_TOO_WIDE'))
  if (effect.reverts === undefined) {
    checks.check(undefined, deny('simulator', 'SIMULATION_REVERTED'), deny('simulator', 'SIMULATION_DRIFT'))
  } else checks.check(effect.reverts, deny('simulator', 'SIMULATION_REVERTED'))
  checks.check(effect.drifts, deny('simulator', 'SIMULATION_DRIFT'))
  if (permit && effect.cage?.liquidity) {
    checks.check(undefined, deny('simulator', 'SIMULATION_DRIFT'), deny('simulator', 'SIMULATION_REVERTED'))
  }
  for (const claim of command.claims) {
    checks.check(isFalse(claim, facts, rules), deny('hallucination-detector', 'HALLUCINATED_CLAIM'))
  }
  const isShort = effect.outflows.some(({ token, amount }) =>
    isAbove(amount, facts.balances.get(token) ?? 0n),
  )
  checks.check(isShort, deny('hallucination-detector', 'HALLUCINATED_BALANCE'))
  return {
    verdicts: checks.verdicts(),
    effect,
    actionClass: classes.length === 1 ? classes[0] : undefined,
    spend,
    isGuarded: needsGuardian,
    mostGuardedUsdc: sum([...remembered, ...unused, spend]).most,
    now,
    cage: caged
      ? bookUnguarded(
          caged.next,
          // What was signed once is sent with the signature.
          isSigned === true
            ? exactly(0n)
            : { least: isSigned === false ? caged.outflow.least : 0n, most: caged.outflow.most },
          facts.now.chainSeconds + 1,
        )
      : state.cage,
  }
}

/** A spend counts for a day by each clock; a signature until it lapses as well. */
const isHeld = ({ at, untilSeconds }: SpendEntry, now: Moment): boolean =>
  isWithin(at, now, DAY_SECONDS) ||
  (untilSeconds !== undefined && Math.min(Math.floor(now.wallMs / 1_000), now.chainSeconds) <= untilSeconds)

/** The account's assets as the cage holds them: native currency is wrapped currency. */
function walletOf({ lists }: AuthorityRules, { balances }: Facts): ReadonlyMap<string, bigint> {
  const native = balances.get(lists.nativeSymbol) ?? 0n
  return new Map(
    [...balances].map(([token, amount]) => [token, token === lists.wrappedSymbol ? amount + native : amount]),
  )
}

/** Twice the base fee of the head is the most that a permit offers. */
export const maxFeeOf = ({ baseFeeWei }: Facts): bigint => 2n * baseFeeWei

/** Allowances that were granted before the window, where the action asks for more than gas and is no exit. */
function countLive(
  { numeraire, decimals, maxPriceDivergenceBps }: AuthorityRules,
  facts: Facts,
  effect: Effect,
  intent: Command['intent'],
  {
    raises,
    spends,
    isRisk,
  }: {
    readonly raises: readonly Raise[]
    readonly spends: AuthorityState['spends']
    readonly isRisk: boolean | undefined
  },
): {
  readonly amount: Interval
  /** What of it the guardian never signed for. */
  readonly unguarded: Interval
  readonly isPriceless: boolean | undefined
} {
  const asked = [...effect.outflows, ...effect.growth].map(({ amount }) => amount)
  const isCounted = isRisk === false || asked.every(({ most }) => most === 0n) ? false : isRisk
  const isSure = isCounted === true && asked.some(({ least }) => least > 0n)
  if (isCounted === false) return { amount: exactly(0n), unguarded: exactly(0n), isPriceless: false }
  let isPriceless: boolean | undefined = false
  const standing = findStanding(intent, effect, facts, raises)
  const values = standing.map(({ token, amount: { least, most } }): Interval => {
    if (most === 0n) return exactly(0n)
    if (token === numeraire) return { least: isSure ? least : 0n, most }
    const fact = facts.prices.get(token)
    const { highest } = (fact && judgePrices(fact, facts.now.chainSeconds, maxPriceDivergenceBps)) ?? {}
    if (highest === undefined) {
      isPriceless = isSure && least > 0n ? true : isPriceless || undefined
      return exactly(0n)
    }
    const scale = decimals.get(token) ?? 18
    return { least: isSure ? valueUp(least, highest, scale) : 0n, most: valueUp(most, highest, scale) }
  })
  const unguarded = values.map(({ least, most }, index) => {
    const guarded = isGuarded(standing[index] as (typeof standing)[number], spends)
    return { least: guarded === false ? least : 0n, most: guarded === true ? 0n : most }
  })
  return { amount: sum(values), unguarded: sum(unguarded), isPriceless }
}

function countSpend(rules: AuthorityRules, facts: Facts, effect: Effect, feeWei: bigint) {
  const { numeraire, decimals, lists } = rules
  const seconds = facts.now.chainSeconds
  const priceOf = (token: string) => {
    const fact = facts.prices.get(token === lists.nativeSymbol ? lists.wrappedSymbol : token)
    return fact && judgePrices(fact, seconds, rules.maxPriceDivergenceBps)
  }
  const touched = new Set<string>()
  let isPriceless = false
  const value = (token: string, amount: Interval): Interval => {
    if (amount.most === 0n) return amount
    touched.add(token)
    const highest = priceOf(token)?.highest
    if (highest === undefined) {
      isPriceless = true
      return exactly(0n)
    }
    if (token === numeraire) return amount
    const scale = decimals.get(token) ?? 18
    return { least: valueUp(amount.least, highest, scale), most: valueUp(amount.most, highest, scale) }
  }
  const parts = [...effect.outflows, ...effect.growth].map(({ token, amount }) => value(token, amount))
  if (effect.reverts === true && effect.cage && effect.growth.length === 0) {
    // What fails leaves its approval standing in the simulation.
    parts.push(
      ...effect.outflows.map(({ token, amount }) => ({ least: 0n, most: value(token, amount).most })),
    )
  }
  if (feeWei > 0n && effect.cage) {
    parts.push(value(lists.nativeSymbol, { least: LEAST_GAS * feeWei, most: rules.maxGasLimit * feeWei }))
  }
  for (const token of effect.reverts === true ? [] : effect.inflows) {
    touched.add(token)
    if (priceOf(token) !== undefined && priceOf(token)?.highest === undefined) isPriceless = true
  }
  const problems = [...touched].flatMap((token) => {
    const price = priceOf(token)
    return price === undefined ? [deny('spending-limiter', 'PRICE_MISSING')] : (price.problem ?? [])
  })
  return { spend: sum(parts), problems, isPriceless }
}

/** The guardian, which counts what it signs: it is asked once everything else has allowed. */
function meetGuardian(
  checks: Checks,
  { guardian, limits }: AuthorityRules,
  { effect, isGuarded: isNeeded, mostGuardedUsdc }: Judgement,
): void {
  if (isNeeded === false) return
  switch (guardian) {
    case 'on':
      if (effect.reverts !== false || mostGuardedUsdc > limits.perDayUsdc)
        checks.check(undefined, deny('guardian', 'GUARDIAN_REFUSED'))
      return
    case 'off':
      checks.check(isNeeded, deny('guardian', 'GUARDIAN_REQUIRED'))
      return
    case 'refuses':
    case 'wrong-key':
    case 'other-bytes':
      checks.check(isNeeded, deny('guardian', 'GUARDIAN_REFUSED'))
      return
    default:
      checks.check(isNeeded, deny('guardian', 'GUARDIAN_UNREACHABLE'))
  }
}

/** Whether anything can sign what is to be signed. */
function meetWallet(checks: Checks, mode: SignerMode, { cage }: Effect): void {
  const isSignature = cage === undefined
  const isMissing = mode === 'off' || (isSignature && (mode === 'safe' || mode === 'safe-short'))
  checks.check(isMissing, deny('custody', 'WALLET_NOT_CONFIGURED'))
}

/** A signer that fails: what it comes to, by what it was to sign. */
function meetSigner(checks: Checks, mode: SignerMode, { cage }: Effect): void {
  const isSignature = cage === undefined
  checks.check(mode === 'down', deny('custody', 'SIGNER_FAILED'))
  checks.check(mode === 'wrong-key', deny('custody', 'SIGNER_WRONG_KEY'))
  checks.check(mode === 'lies', deny('custody', isSignature ? 'SIGNER_WRONG_KEY' : 'SIGNED_BYTES_DIFFER'))
  checks.check(mode === 'safe-short', deny('custody', 'SAFE_THRESHOLD_NOT_MET'))
}

/** Whether a claim is wrong; undefined when it is about as far off as is tolerated. */
function isFalse(claim: Claim, facts: Facts, { decimals }: AuthorityRules): boolean | undefined {
  if (!decimals.has(claim.token)) return true
  if (claim.subject === 'symbol') return claim.value !== claim.token
  if (claim.subject !== 'balance' || !/^\d+$/.test(claim.value)) return undefined
  const [claimed, held] = [BigInt(claim.value), facts.balances.get(claim.token) ?? 0n]
  const distance = (claimed > held ? claimed - held : held - claimed) * 10_000n
  return distance > CLAIM_BPS * held
    ? true
    : distance * 2n < CLAIM_BPS * held
      ? false
      : distance === 0n
        ? false
        : undefined
}
