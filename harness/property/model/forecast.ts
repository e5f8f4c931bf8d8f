import type { Expectations } from '../../scenario/expectations.ts'
import type { Step } from '../../scenario/scenario.ts'
import type { Bound } from '../../scenario/step/step.ts'
import type { StepOutcome } from '../../scenario/step/step-outcome.ts'
import type { Stage } from '../../stage/stage.ts'
import type { AuthorityRules, AuthorityState } from './authority/authority.ts'
import { endPermit, haltAuthority, noteAttempt, noteLook } from './authority/authority-state.ts'
import { judgeCommit } from './authority/judge-commit.ts'
import { resolveSweep } from './effect/resolve-sweep.ts'
import type { FactSource } from './facts/fact-source.ts'
import { readFacts } from './facts/read-facts.ts'
import { foreseeAction, promiseOf } from './foresee-action.ts'
import { hasCategory, mayAct } from './profile-model.ts'
import { type Command, isUnforeseen, readCommand } from './read-command.ts'
import { settleCommit } from './settle-commit.ts'
import { type Denial, deny, type Prediction } from './verdict.ts'

/** What the model thought of a step before it was run, and what the world becomes by each end of it. */
export interface Forecast {
  readonly verdicts: Prediction
  /** Expectations that hold when the command is allowed. */
  readonly whenAllowed?: Expectations
  settle(verdict: 'allowed' | Denial, outcome: StepOutcome): void
}

/** What the model knows of one case. */
export interface Known {
  readonly source: FactSource
  readonly rules: AuthorityRules
  readonly state: AuthorityState
  update(next: AuthorityState): void
}

/** The id of a permit that a step names. */
export const resolvePermit = (permit: Bound<string>, bindings: ReadonlyMap<string, string>): string =>
  typeof permit === 'string' ? permit : (bindings.get(permit.binding) ?? '')

/** Foresee a step of the agent; undefined when the model cannot tell anything. */
export async function foresee(
  { action }: Step,
  stage: Stage,
  bindings: ReadonlyMap<string, string>,
  known: Known,
): Promise<Forecast | undefined> {
  const { state, update, source, rules } = known
  const wallMs = stage.clock.wallMs()
  switch (action.kind) {
    case 'query': {
      const isServed = action.tool.startsWith('data_') || hasCategory(rules.profile, 'safety')
      return {
        verdicts: [isServed ? 'allowed' : deny('profile', 'UNKNOWN_QUERY')],
        settle: () => update({ ...state, isTold: true }),
      }
    }
    case 'halt':
      return {
        verdicts: ['allowed'],
        whenAllowed: { halted: true },
        settle: () => update(haltAuthority(state)),
      }
    case 'cancel': {
      const permitId = resolvePermit(action.permit, bindings)
      return {
        verdicts: [judgeCancel(state, permitId)],
        whenAllowed: { permit: 'cancelled' },
        settle: (found) => update(found === 'allowed' ? endPermit(state, permitId, 'cancelled') : state),
      }
    }
    case 'commit': {
      const permitId = resolvePermit(action.permit, bindings)
      const facts = await readFacts(source, wallMs, state.permits.get(permitId)?.command.intent)
      const tried = mayAct(rules) ? noteAttempt(state, facts.now, stage.clock.tick()) : state
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
      const { book, cage } = stage
      const nowSeconds = Math.floor(wallMs / 1_000)
      const first = readCommand(action, { book, cage, nowSeconds })
      if (first === undefined) return isUnforeseen(action) ? leaveToLaws(wallMs, stage, known) : undefined
      const facts = await readFacts(source, wallMs, first.intent)
      const read = readCommand(action, { book, cage, nowSeconds: facts.now.chainSeconds }) as Command
      const command = { ...read, intent: resolveSweep(read.intent, facts, rules.lists) }
      const commits = action.kind === 'act' || (action.kind === 'raw' && action.commits)
      return foreseeAction(command, commits, facts, stage, known)
    }
    default:
      return undefined
  }
}

/** Nothing but the laws says what comes of it; once something did, nobody knows how things stand. */
async function leaveToLaws(
  wallMs: number,
  { clock }: Stage,
  { source, rules, state, update }: Known,
): Promise<Forecast> {
  const facts = await readFacts(source, wallMs, undefined)
  const tried = noteAttempt(state, facts.now, clock.tick())
  return {
    verdicts: ['allowed', 'denied'],
    settle(found, { permitId }) {
      const isDone = found === 'allowed' || permitId !== undefined
      update(
        isDone ? { ...tried, isUnsettled: true } : noteLook(rules, { ...tried, isTold: true }, facts, found),
      )
    },
  }
}

const judgeCancel = ({ permits }: AuthorityState, permitId: string): Prediction[number] => {
  const permit = permits.get(permitId)
  if (permit === undefined) return deny('permit', 'PERMIT_UNKNOWN')
  return permit.state === 'pending' ? 'allowed' : deny('permit', 'PERMIT_NOT_PENDING')
}
