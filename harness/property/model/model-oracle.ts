import { NATIVE_TOKEN } from '../../../tools/core/address-book.ts'
import type { Json } from '../../../tools/core/json.ts'
import { createReadClient } from '../../chain/viem-client.ts'
import { findLaterAct } from '../../protocols/later-acts.ts'
import type { Expectations } from '../../scenario/expectations.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { resolveAccount, resolveTokenAddress } from '../../scenario/step/resolve-names.ts'
import type { StepAction } from '../../scenario/step-list.ts'
import type { Environment } from '../../stage/environment.ts'
import type { Stage } from '../../stage/stage.ts'
import { applies, type CaseJudge, isUnbound, type StepVerdict } from '../case-judge.ts'
import type { AuthorityState } from './authority/authority.ts'
import { openAuthority, reopen, takePledged, tamperWith } from './authority/authority-state.ts'
import { readRules } from './authority/read-rules.ts'
import { prepareAccount } from './facts/read-account.ts'
import { readCage } from './facts/read-cage.ts'
import { readFacts } from './facts/read-facts.ts'
import { type Forecast, foresee, type Known, resolvePermit } from './forecast.ts'
import { observeStep } from './observe-step.ts'
import { currentPhase } from './phase-model.ts'
import { renderExpectations } from './render-expectations.ts'
import type { Denial, Verdict } from './verdict.ts'

/** What a transaction of another actor may cost at the highest base fee that is drawn. */
const MOST_GAS_WEI = 10n ** 17n

/** Steps that the agent takes. */
const AGENT_STEPS = ['preview', 'act', 'raw', 'commit', 'cancel', 'query', 'halt']

/** Steps of the world around it of which the model only has to look at the chain. */
const WORLD_STEPS = [
  'advance',
  'tick',
  'skew',
  'price',
  'shock',
  'trade',
  'transfer',
  'later',
  'mine',
  'outsider',
  'baseFee',
  'restart',
  'expect',
]

/** Create the oracle of one case: the model of authority, fed with what the harness' own client reads. */
export function createModelOracle(scenario: Scenario, environment: Environment): CaseJudge {
  const expectations: (Json | undefined)[] = []
  const verdicts: StepVerdict[] = []
  let fixed: Pick<Known, 'source' | 'rules'> | undefined
  let state: AuthorityState | undefined
  let forecast: Forecast | undefined

  const know = async (stage: Stage): Promise<Known> => {
    const opened = fixed && state ? { ...fixed, state } : await openCase(scenario, environment, stage)
    const { source, rules } = opened
    fixed = { source, rules }
    state = opened.state
    return {
      ...opened,
      update(next) {
        state = next
      },
    }
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
      const known = await know(stage)
      forecast = undefined
      const { action } = step
      if (isUnbound(step, bindings) || known.state.isUnsettled) return leaveOut()
      if (!(await applies(step, stage))) return leaveOut()
      if (AGENT_STEPS.includes(action.kind)) {
        forecast = await foresee(step, stage, bindings, known)
        return forecast !== undefined || leaveOut()
      }
      return (await takeInWorld(action, stage, bindings, known)) || leaveOut()
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
      const expected = expectEnd(forecast, found)
      forecast.settle(found, outcome)
      expectations.push(renderExpectations(expected))
      return expected
    },
  }
}

/** Begin to know a case: what its owner decided, and how the chain is before anything is done. */
async function openCase(
  { setup }: Scenario,
  environment: Environment,
  { book, cage, clock }: Stage,
): Promise<Omit<Known, 'update'>> {
  const rules = readRules(setup, book, cage)
  const { spenders, wrappedSymbol } = rules.lists
  const client = createReadClient(environment.oracleRpc, book.chainId)
  const readAccount = prepareAccount({ client, book, cage, spenders })
  const source = { client, book, cage, readAccount }
  const facts = await readFacts(source, clock.wallMs(), undefined)
  const state = openAuthority(setup.phase ?? 'thriving', await readCage(source, facts, wrappedSymbol))
  return { source, rules, state }
}

/** Take in a step of the world around the agent; answers whether it can be played at all. */
async function takeInWorld(
  action: StepAction,
  stage: Stage,
  bindings: ReadonlyMap<string, string>,
  known: Known,
): Promise<boolean> {
  const { state, update } = known
  switch (action.kind) {
    case 'transfer': {
      const watched = {
        token: resolveTokenAddress(stage, action.token),
        account: resolveAccount(stage, action.from),
      }
      const gas = { token: NATIVE_TOKEN, account: watched.account }
      const [held = 0n, ether = 0n] = await stage.oracle.readBalancesOf([watched, gas])
      return held >= action.amountBaseUnits && ether >= MOST_GAS_WEI
    }
    case 'later': {
      const { takes = false } = findLaterAct(action.protocol, action.act)
      update({ ...takePledged(state), hasLoss: state.hasLoss || takes })
      return true
    }
    case 'phase':
    case 'vitality':
      update(await observeStep(action, stage, known))
      return true
    case 'tamper': {
      const permitId = resolvePermit(action.permit, bindings)
      if (!state.permits.has(permitId)) return false
      update(tamperWith(state, permitId, action.field))
      return true
    }
    case 'restart':
      update(reopen(known.rules, state))
      return true
    default:
      return WORLD_STEPS.includes(action.kind)
  }
}

/** What is expected of a step that ended so: that end, if it is a right one. */
function expectEnd({ verdicts, whenAllowed }: Forecast, found: 'allowed' | Denial): Expectations {
  const right = verdicts.find((verdict) => matches(verdict, found)) ?? verdicts.at(-1) ?? 'denied'
  return right === 'allowed' ? { allowed: true, ...whenAllowed } : { denied: right === 'denied' ? {} : right }
}

const matches = (verdict: Verdict, found: 'allowed' | Denial): boolean =>
  verdict === 'denied'
    ? found !== 'allowed'
    : verdict === 'allowed' || found === 'allowed'
      ? verdict === found
      : verdict.layer === found.layer && verdict.code === found.code
