import type { Hex } from 'viem'
import type { ToolError } from '../../tools/core/errors.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import type { PermitRow } from '../../tools/safety/store/permit-rows.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import { isForbidden } from '../coverage/universe.ts'
import type { Acts } from '../oracle/observer.ts'
import type { FigureWatch } from '../record/hook-figures.ts'
import type { RecordDenial, RecordFinding, RecordStep } from '../record/record.ts'
import type { Step } from '../scenario/scenario.ts'
import type { StepOutcome } from '../scenario/step/step-outcome.ts'
import type { Stage } from '../stage/stage.ts'
import { describeActs, type Receipts } from './record-acts.ts'
import { actionsOf } from './record-cycles.ts'

/** A step that was run, with what was found of it. */
export interface PlayedStep {
  readonly step: Pick<Step, 'title' | 'line' | 'on'> & {
    readonly action: { readonly kind: string; readonly action?: string }
  }
  readonly index: number
  readonly hookFigures: FigureWatch
  /** Phase in which it began. */
  readonly phase: string
  readonly outcome: StepOutcome
  readonly findings: readonly RecordFinding[]
  readonly faults: readonly string[]
  readonly durationMs: number
  /** The head when it began. */
  readonly startedSeconds: bigint
  readonly acts: Acts
  /** What became of what was sent. */
  readonly receipts: Receipts
  readonly states: Pick<RecordStep, 'before' | 'after'>
  readonly traces: RecordStep['traces'] | undefined
}

/** A step as it is recorded. */
export interface StepRecord {
  readonly recorded: RecordStep
  readonly findings: readonly RecordFinding[]
  /** What the stack announced since the step before. */
  readonly events: readonly AssayEvent[]
}

/**
 * Record a step with the events since the one before, those of the agent's other chain included; what no step may ever
 * show is a finding too.
 */
export function recordStep(
  played: PlayedStep,
  stage: Stage,
  elsewhere: readonly AssayEvent[] = [],
): StepRecord {
  const events = [...stage.takeEvents(), ...elsewhere]
  const recorded = describeStep(played, stage, events)
  const forbidden = findForbidden(recorded)
  return {
    events,
    recorded: forbidden.length > 0 ? { ...recorded, verdict: 'failed' } : recorded,
    findings: [...played.findings, ...forbidden],
  }
}

function describeStep(played: PlayedStep, stage: Stage, events: readonly AssayEvent[]): RecordStep {
  const {
    step,
    index,
    phase,
    outcome,
    findings,
    faults,
    durationMs,
    acts,
    receipts,
    states,
    traces,
    hookFigures,
  } = played
  const { observation, permitId } = outcome
  const phaseChanges = events.flatMap((event) =>
    event.kind === 'phase:change' ? [{ from: event.from, to: event.to }] : [],
  )
  const permitChanges = events.flatMap((event) =>
    event.kind === 'permit:state' ? [{ from: event.from ?? 'new', to: event.to }] : [],
  )
  const started = events.flatMap((event) => (event.kind === 'tool:start' ? [event.tool_name] : []))
  const tools = [...new Set(started)].sort()
  const actions = actionsOf(events, (observation?.contradictions.length ?? 0) > 0)
  const authority = judgedByPhase(outcome)
  const permit = permitId === undefined ? undefined : stage.session.store.findPermit(permitId as Hex)
  const report = observation?.report
  const error = observation?.error
  return {
    index,
    kind: step.action.kind,
    title: step.title,
    line: step.line,
    ...(step.on ? { chain: step.on } : {}),
    verdict: findings.length > 0 ? 'failed' : 'passed',
    phase,
    ...(phaseChanges.length > 0 ? { phaseChanges } : {}),
    ...(authority ? { authority } : {}),
    ...(step.action.action === undefined ? {} : { action: step.action.action }),
    ...(tools.length > 0 ? { tools } : {}),
    ...(faults.length > 0 ? { faults } : {}),
    ...(error ? { denial: describeDenial(error) } : {}),
    hooks: hookFigures.condense(observation?.hooks ?? [], index),
    ...describeActs(acts, receipts, stage),
    ...(permit
      ? {
          permit: {
            permitId: permit.permitId,
            state: permit.state,
            ...describeAge(permit, played, events),
            ...(outcome.actionClass ? { actionClass: outcome.actionClass } : {}),
            ...(outcome.spendUsdc === undefined ? {} : { spendUsdc: outcome.spendUsdc.toString() }),
          },
        }
      : {}),
    ...(permitChanges.length > 0 ? { permitChanges } : {}),
    ...(observation?.outcome ? { outcome: observation.outcome } : {}),
    ...(actions.length > 0 ? { actions } : {}),
    ...(report
      ? {
          transaction: {
            hash: report.receipt.transactionHash,
            blockNumber: report.receipt.blockNumber.toString(),
            gasUsed: report.receipt.gasUsed.toString(),
          },
        }
      : {}),
    ...states,
    ...(traces && traces.length > 0 ? { traces } : {}),
    ...(observation?.details === undefined ? {} : { result: observation.details }),
    timings: { durationMs },
  }
}

function describeDenial(error: ToolError): RecordDenial {
  const { layer, code, shortMessage: message, hint } = error
  const figures = error.figures()
  return { layer, code, message, hint, ...(figures.length > 0 ? { figures } : {}) }
}

/** How old a permit was when the step began, unless the step itself issued it. */
function describeAge(
  { permitId, issuedChainSeconds, ttlSeconds }: PermitRow,
  { startedSeconds }: PlayedStep,
  events: readonly AssayEvent[],
): Pick<NonNullable<RecordStep['permit']>, 'ageSeconds' | 'ttlSeconds'> {
  const isNew = events.some(
    (event) => event.kind === 'permit:state' && event.permit_id === permitId && event.from === null,
  )
  return { ...(isNew ? {} : { ageSeconds: Number(startedSeconds) - issuedChainSeconds }), ttlSeconds }
}

/** Whatever a scenario expects, a step shows nothing that the design forbids. */
const findForbidden = (step: RecordStep): RecordFinding[] =>
  [...coverageOf({ steps: [step] })].filter(isForbidden).map((key) => ({
    law: 'authority.forbidden',
    message: `${step.title} showed ${key}`,
    expected: 'only what the design allows',
    found: key,
    step: step.index,
    line: step.line,
  }))

/** Codes of a denial by phase that name the class of the effect. */
const PHASE_CODES: readonly string[] = ['PHASE_FORBIDS_CLASS', 'PHASE_UNKNOWN']

/** Say what the phase decided about a step, and of which class the step was; of a read the class is known anyway. */
function judgedByPhase({
  observation,
  actionClass,
  isRead,
  isApproved,
}: StepOutcome): RecordStep['authority'] {
  const error = observation?.error
  if (error?.layer === 'phase' && PHASE_CODES.includes(error.code)) {
    return { actionClass: String(error.args.actionClass), verdict: 'denied' }
  }
  // What the owner approved is not asked of the phase.
  if (isApproved) return undefined
  if (actionClass !== undefined) return { actionClass, verdict: 'allowed' }
  return isRead && observation !== undefined && error === undefined
    ? { actionClass: 'read-only', verdict: 'allowed' }
    : undefined
}
