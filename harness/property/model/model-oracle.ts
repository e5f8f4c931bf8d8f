import { type Hex, isAddressEqual } from 'viem'
import { NATIVE_TOKEN } from '../../../tools/core/address-book.ts'
import type { Json } from '../../../tools/core/json.ts'
import { createReadClient } from '../../chain/viem-client.ts'
import type { Expectations } from '../../scenario/expectations.ts'
import type { Scenario, Step } from '../../scenario/scenario.ts'
import { resolveAccount, resolveTokenAddress } from '../../scenario/step/resolve-names.ts'
import type { Bound } from '../../scenario/step/step.ts'
import type { StepOutcome } from '../../scenario/step/step-outcome.ts'
import type { Environment } from '../../stage/environment.ts'
import type { Stage } from '../../stage/stage.ts'
import { type CaseJudge, isUnbound, type StepVerdict } from '../case-judge.ts'
import {
  type AuthorityRules,
  type AuthorityState,
  type Judgement,
  judgeCommit,
  judgePreview,
} from './authority.ts'
import {
  carryOut,
  endPermit,
  failToSign,
  haltAuthority,
  issuePermit,
  noteAttempt,
  noteLook,
  openAuthority,
  reopen,
  tamperWith,
} from './authority-state.ts'
import type { Facts } from './facts.ts'
import { type Command, readCommand, tokensOf } from './intent.ts'
import { currentPhase, observePhase, phaseNamed } from './phase-model.ts'
import { serves } from './profile-model.ts'
import { createFactReader, type FactReader } from './read-facts.ts'
import { renderExpectations } from './render-expectations.ts'
import { readRules } from './rules.ts'
import type { Denial, Prediction, Verdict } from './verdict.ts'
import { phaseOf, vitalityOf } from './vitality-model.ts'

/** What the model thought of a step before it was run, and what the world becomes by each end of it. */
interface Forecast {
  readonly verdicts: Prediction
  /** Expectations that hold when the command is allowed. */
  readonly whenAllowed?: Expectations
  settle(verdict: 'allowed' | Denial, outcome: StepOutcome): void
}

/** Name under which the permit of an `act` is judged before it has an id. */
const NEXT_PERMIT = 'next'

/** What a transaction of somebody else may cost at the highest base fee that is drawn. */
const MOST_GAS_WEI = 10n ** 17n

/** Steps that the agent takes. */
const AGENT_STEPS = ['preview', 'act', 'raw', 'commit', 'cancel', 'query', 'halt']

/** Steps of the world around it of which the model only has to look at the chain. */
const WORLD_STEPS = ['advance', 'skew', 'price', 'trade', 'transfer', 'mine', 'baseFee', 'restart', 'expect']

/** Create the oracle of one case: the model of authority, fed with what the harness' own client reads. */
export function createModelOracle(scenario: Scenario, environment: Environment): CaseJudge {
  const expectations: (Json | undefined)[] = []
  const verdicts: StepVerdict[] = []
  let reader: FactReader | undefined
  let rules: AuthorityRules | undefined
  let state: AuthorityState | undefined
  let forecast: Forecast | undefined

  const open = async (stage: Stage) => {
    rules = readRules(scenario.setup, stage.book, stage.cage)
    reader = createFactReader(
      createReadClient(environment.oracleRpc, stage.book.chainId),
      stage.book,
      stage.cage,
      rules.lists.spenders,
    )
    const facts = await reader.read(stage.clock.wallMs(), undefined)
    const cage = await reader.readCage(facts, rules.lists.wrappedSymbol)
    state = openAuthority(scenario.setup.phase ?? 'thriving', cage)
    return { reader, rules, state }
  }

  const leaveOut = () => {
    verdicts.push('not-applicable')
    expectations.push(undefined)
    return false
  }

  return {
    expectations,
    verdicts,
    async foresee(step, stage, bindings) {
      const known = reader && rules && state ? { reader, rules, state } : await open(stage)
      forecast = undefined
      const { action } = step
      if (isUnbound(step, bindings)) return leaveOut()
      const update = (next: AuthorityState) => {
        state = next
      }
      if (known.state.isUnsettled) return leaveOut()
      if (action.kind === 'transfer') {
        const watched = {
          token: resolveTokenAddress(stage, action.token),
          account: resolveAccount(stage, action.from),
        }
        const gas = { token: NATIVE_TOKEN, account: watched.account }
        const [held = 0n, ether = 0n] = await stage.oracle.readBalancesOf([watched, gas])
        if (held < action.amountBaseUnits || ether < MOST_GAS_WEI) return leaveOut()
      }
      if (AGENT_STEPS.includes(action.kind)) {
        forecast = await foresee(step, stage, bindings, { ...known, update })
        return forecast === undefined ? leaveOut() : true
      }
      if (action.kind === 'phase' || action.kind === 'vitality') {
        update(await observe(step, stage, known))
        return true
      }
      if (action.kind === 'tamper') {
        const permitId = resolve(action.permit, bindings)
        if (!known.state.permits.has(permitId)) return leaveOut()
        update(tamperWith(known.state, permitId, action.field))
        return true
      }
      if (action.kind === 'restart') update(reopen(known.state))
      return WORLD_STEPS.includes(action.kind) || leaveOut()
    },
    async judge(step, outcome) {
      if (forecast === undefined || state === undefined) {
        verdicts.push('environment')
        const { kind } = step.action
        const isPhase = kind === 'phase' || kind === 'vitality'
        const found: Expectations = isPhase && state ? { phase: currentPhase(state.phase) ?? 'unknown' } : {}
        expectations.push(renderExpectations(found))
        return found
      }
      const error = outcome.observation?.error
      verdicts.push(error ? 'denied' : 'allowed')
      const found: 'allowed' | Denial = error ? { layer: error.layer, code: error.code } : 'allowed'
      const right =
        forecast.verdicts.find((verdict) => matches(verdict, found)) ?? forecast.verdicts.at(-1) ?? 'denied'
      const expected: Expectations =
        right === 'allowed'
          ? { allowed: true, ...forecast.whenAllowed }
          : { denied: right === 'denied' ? {} : right }
      forecast.settle(found, outcome)
      expectations.push(renderExpectations(expected))
      return expected
    },
  }
}

const matches = (verdict: Verdict, found: 'allowed' | Denial): boolean =>
  verdict === 'denied'
    ? found !== 'allowed'
    : verdict === 'allowed' || found === 'allowed'
      ? verdict === found
      : verdict.layer === found.layer && verdict.code === found.code

const resolve = (permit: Bound<string>, bindings: ReadonlyMap<string, string>): string =>
  typeof permit === 'string' ? permit : (bindings.get(permit.binding) ?? '')

interface Known {
  readonly reader: FactReader
  readonly rules: AuthorityRules
  readonly state: AuthorityState
  update(next: AuthorityState): void
}

async function foresee(
  { action }: Step,
  stage: Stage,
  bindings: ReadonlyMap<string, string>,
  known: Known,
): Promise<Forecast | undefined> {
  const { state, update, reader, rules } = known
  const wallMs = stage.clock.wallMs()
  switch (action.kind) {
    case 'query': {
      const isServed = action.tool.startsWith('data_') || serves(rules, 'revoke-allowance')
      const verdict: Verdict = isServed ? 'allowed' : { layer: 'profile', code: 'UNKNOWN_QUERY' }
      return { verdicts: [verdict], settle: () => update({ ...state, isTold: true }) }
    }
    case 'halt':
      return {
        verdicts: ['allowed'],
        whenAllowed: { halted: true },
        settle: () => update(haltAuthority(state)),
      }
    case 'cancel': {
      const permitId = resolve(action.permit, bindings)
      const permit = state.permits.get(permitId)
      const verdict: Verdict =
        permit === undefined
          ? { layer: 'permit', code: 'PERMIT_UNKNOWN' }
          : permit.state === 'pending'
            ? 'allowed'
            : { layer: 'permit', code: 'PERMIT_NOT_PENDING' }
      return {
        verdicts: [verdict],
        whenAllowed: { permit: 'cancelled' },
        settle: (found) => update(found === 'allowed' ? endPermit(state, permitId, 'cancelled') : state),
      }
    }
    case 'commit': {
      const permitId = resolve(action.permit, bindings)
      const permit = state.permits.get(permitId)
      const facts = await reader.read(wallMs, permit?.command.intent)
      const tried = noteAttempt(state, facts.now)
      const judged = judgeCommit(rules, tried, permitId, facts)
      return {
        verdicts: judged.verdicts,
        ...('effect' in judged ? { whenAllowed: promiseOf(judged) } : {}),
        settle: (found, outcome) =>
          update(settleCommit(rules, tried, permitId, judged, facts, { found, outcome, stage })),
      }
    }
    case 'preview':
    case 'act':
    case 'raw': {
      const nowSeconds = Math.floor(wallMs / 1_000)
      const first = readCommand(action, { book: stage.book, cage: stage.cage, nowSeconds })
      if (first === undefined) return undefined
      const facts = await reader.read(wallMs, first.intent)
      const command = readCommand(action, {
        book: stage.book,
        cage: stage.cage,
        nowSeconds: facts.now.chainSeconds,
      }) as Command
      const commits = action.kind === 'act' || (action.kind === 'raw' && action.commits)
      return foreseeAction(command, commits, facts, stage, known)
    }
    default:
      return undefined
  }
}

function foreseeAction(
  command: Command,
  commits: boolean,
  facts: Facts,
  stage: Stage,
  { state, rules, update }: Known,
): Forecast {
  const tried = noteAttempt(state, facts.now)
  const preview = judgePreview(rules, tried, command, facts)
  const issue = (permitId: string) =>
    issuePermit(rules, noteLook(rules, tried, facts, undefined), permitId, command, facts, preview)
  const previewed: Expectations = {
    ...(preview.actionClass === undefined ? {} : { actionClass: preview.actionClass }),
    spend:
      preview.spend.least === preview.spend.most
        ? { op: '=', value: preview.spend.least }
        : { op: '<=', value: preview.spend.most },
  }
  if (!commits || !preview.verdicts.includes('allowed')) {
    return {
      verdicts: preview.verdicts,
      whenAllowed: { ...previewed, permit: 'pending' },
      settle(found, { permitId }) {
        if (found === 'allowed') update(permitId === undefined ? tried : issue(permitId))
        else update(noteLook(rules, noteError(tried, command), facts, found))
      },
    }
  }
  const again = noteAttempt(issue(NEXT_PERMIT), facts.now)
  const commit = judgeCommit(rules, again, NEXT_PERMIT, facts)
  const others = preview.verdicts.filter((verdict) => verdict !== 'allowed')
  return {
    verdicts: [...others, ...commit.verdicts],
    whenAllowed: { ...previewed, ...('effect' in commit ? promiseOf(commit) : {}) },
    settle(found, outcome) {
      const { permitId } = outcome
      if (permitId === undefined) {
        update(found === 'allowed' ? tried : noteLook(rules, noteError(tried, command), facts, found))
        return
      }
      const issued = noteAttempt(issue(permitId), facts.now)
      update(
        settleCommit(rules, issued, permitId, judgeCommit(rules, issued, permitId, facts), facts, {
          found,
          outcome,
          stage,
        }),
      )
    },
  }
}

/** An error may quote addresses and amounts that nobody vouches for. */
const noteError = (state: AuthorityState, _command: Command): AuthorityState => ({ ...state, isTold: true })

const promiseOf = ({ effect }: Judgement): Expectations => ({
  ...(effect.cage === undefined ? {} : { committed: true as const }),
  permit: 'committed',
})

/** Codes of a signer that failed after the permit was used up. */
const AFTER_USE = [
  'SIGNER_FAILED',
  'SIGNER_TIMED_OUT',
  'SIGNER_WRONG_KEY',
  'SIGNED_BYTES_DIFFER',
  'SAFE_THRESHOLD_NOT_MET',
]

function settleCommit(
  rules: AuthorityRules,
  state: AuthorityState,
  permitId: string,
  judged: Judgement | { readonly verdicts: Prediction },
  facts: Facts,
  seen: { readonly found: 'allowed' | Denial; readonly outcome: StepOutcome; readonly stage: Stage },
): AuthorityState {
  const { found, outcome, stage } = seen
  if (found !== 'allowed') {
    const told = { ...noteLook(rules, state, facts, found), isTold: true }
    if (found.code === 'BROADCAST_FAILED') return { ...told, isUnsettled: true }
    if (found.code === 'PERMIT_EXPIRED') return endPermit(told, permitId, 'expired')
    return AFTER_USE.includes(found.code) && 'effect' in judged ? failToSign(told, permitId, judged) : told
  }
  const looked = noteLook(rules, state, facts, undefined)
  if (!('effect' in judged)) return looked
  const symbolOf = (token: Hex) =>
    stage.book.tokens.find(({ address }) => isAddressEqual(address, token))?.symbol ??
    (tokensOf(stage.book).at(-1)?.symbol as string)
  const deltas = (outcome.observation?.observed ?? []).map((delta) => ({
    ...delta,
    symbol: symbolOf(delta.token),
  }))
  const { spendUsdc } = outcome
  return carryOut(looked, permitId, judged, facts, {
    deltas,
    ...(spendUsdc === undefined ? {} : { spend: spendUsdc }),
  })
}

async function observe(
  { action }: Step,
  stage: Stage,
  { reader, rules, state }: Omit<Known, 'update'>,
): Promise<AuthorityState> {
  const { now } = await reader.read(stage.clock.wallMs(), undefined)
  const see = (wanted: Parameters<typeof observePhase>[1], at = now) => ({
    ...state,
    phase: observePhase(state.phase, wanted, at, rules.phaseDwellSeconds),
  })
  if (action.kind === 'phase') return see(phaseNamed(action.phase))
  if (action.kind !== 'vitality' || action.vitalityBps === 'unknown') return see(undefined)
  if (action.vitalityBps !== 'read') return see(phaseOf(action.vitalityBps, rules.vitality))
  const inputs = await reader.readVitality()
  const skew = Math.abs(Math.floor(now.wallMs / 1_000) - now.chainSeconds)
  if (inputs === undefined || skew > rules.maxClockSkewSeconds) return see(undefined)
  const mark = {
    wallMs: Math.max(state.mark.wallMs, now.wallMs),
    chainSeconds: Math.max(state.mark.chainSeconds, now.chainSeconds),
  }
  const vitalityBps = vitalityOf(
    { ...inputs, maxDrawdownBps: Number(rules.cage.maxDrawdownBps) },
    rules.vitality,
  )
  return { ...see(phaseOf(vitalityBps, rules.vitality), mark), mark }
}
