import type { PublicClient } from 'viem'
import type { AssayEvent } from '../../tools/core/events.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import { HarnessError } from '../errors.ts'
import { unobserved } from '../oracle/observer.ts'
import { readStepCosts, type StepCosts } from '../oracle/step-costs.ts'
import type { FigureWatch } from '../record/hook-figures.ts'
import type { RecordFinding } from '../record/record.ts'
import { checkExpectations } from '../scenario/check-expectations.ts'
import { checkOrder } from '../scenario/expect/check-order.ts'
import type { Expectations } from '../scenario/expectations.ts'
import { faultsOfStep } from '../scenario/fault-kinds.ts'
import { hasTrait, kindsWith } from '../scenario/find-step.ts'
import { runStep } from '../scenario/run-step.ts'
import type { Scenario, Step } from '../scenario/scenario.ts'
import { signatureKey } from '../scenario/step/signature-key.ts'
import type { StepOutcome } from '../scenario/step/step-outcome.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'
import type { Environment } from '../stage/environment.ts'
import type { Stage } from '../stage/stage.ts'
import type { Tracer } from '../trace/tracer.ts'
import { ACTORS } from '../world/actors.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import type { Job } from './job.ts'
import type { LawWatch } from './law-watch.ts'
import { readReceipts } from './record-acts.ts'
import type { StateWatch } from './record-state.ts'
import { recordStep, type StepRecord } from './record-step.ts'

/** A scenario that is being played: what its steps share. */
export interface Play {
  readonly scenario: Scenario
  readonly job: Job
  readonly environment: Environment
  readonly ports: ExecutionPorts
  /** Says what each step shall come to, where that does not stand in the file. */
  readonly oracle: StepOracle | undefined
  readonly stage: Stage
  readonly client: PublicClient
  /** Names that steps gave to permits. */
  readonly bindings: Map<string, string>
  readonly laws: LawWatch
  /** By what hooks decided. */
  readonly hookFigures: FigureWatch
  /** What the account has. */
  readonly states: StateWatch
  /** Where steps are traced. */
  readonly tracer: Tracer | undefined
  /** The agent's other chain, where it has one: its laws hold after every step as well. */
  readonly other?: Play
}

/** Whose transactions a step's costs are. */
const AGENT_SENDERS = [ACTORS.operator.address, ACTORS.guardian.address]

/** Run one step, judge it and record it; undefined when its oracle leaves it out. */
export async function playStep(
  play: Play,
  step: Step,
  index: number,
  openingFaults: readonly string[],
): Promise<StepRecord | undefined> {
  const { environment, ports, oracle, stage, client, bindings, laws } = play
  const started = ports.nowMs()
  assertPossible(play, step)
  const phase = stage.processes.isDown
    ? 'unknown'
    : (stage.session.agent.safety.phases.current().phase ?? 'unknown')
  const startedSeconds = environment.fork.headTimestampSeconds()
  const waitedBeforeMs = stage.clock.waitedMs()
  if (oracle && !(await oracle.foresee(step, stage, bindings))) return undefined
  const readCosts = await startCosts(client, step.expect)
  const outcome = await Promise.race([
    runStep(step.action, stage, bindings),
    stage.stuck,
    ...stage.besides.map(({ stuck }) => stuck),
  ])
  for (const event of outcome.observation?.events ?? []) ports.onEvent(event)
  const findings = await checkExpectations(await expectedOf(play, step, outcome), outcome, stage, {
    index,
    source: play.job.document === undefined ? play.scenario.source : undefined,
    waitedMs: stage.clock.waitedMs() - waitedBeforeMs,
    costs: await readCosts(),
  })
  const headSeconds = environment.fork.headTimestampSeconds()
  laws.follow(outcome)
  const elsewhere = stage.besides.flatMap((other) => other.takeEvents())
  // The laws look at the stack, and there is none.
  if (!stage.processes.isDown) {
    const moment = { stage, client, headSeconds, action: step.action, outcome, phase }
    const place = { index, line: step.line, title: step.title }
    findings.push(...(await laws.check(moment, place)))
    if (play.other) findings.push(...(await checkIdle(play.other, moment, place, elsewhere)))
  }
  bindPermits(bindings, step, outcome)
  const struck = [stage, ...stage.besides].flatMap(({ faults }) => faults.takeStruck())
  const faults = [...openingFaults, ...faultsOfStep(step.action), ...struck]
  const durationMs = ports.nowMs() - started
  const acts = stage.takeActs()
  const receipts = await readReceipts(acts, client)
  const states = play.states.follow(acts.looks, { startedSeconds, endedSeconds: headSeconds })
  const traces = await play.tracer?.take({ ...acts, sent: acts.sent.map((signed) => keccak256(signed)) })
  return recordStep(
    {
      step,
      index,
      hookFigures: play.hookFigures,
      phase,
      outcome,
      findings,
      faults,
      durationMs,
      startedSeconds,
      acts,
      receipts,
      states,
      traces,
    },
    stage,
    elsewhere,
  )
}

/** Hold the laws of the chain on which a step was not done, by what was announced of it on either chain. */
async function checkIdle(
  { stage, client, environment, laws }: Play,
  { action, outcome, phase }: Pick<Parameters<LawWatch['check']>[0], 'action' | 'outcome' | 'phase'>,
  place: Parameters<LawWatch['check']>[1],
  own: readonly AssayEvent[],
): Promise<RecordFinding[]> {
  const events = [...(outcome.observation?.events ?? []), ...own]
  const idle = events.length > 0 ? { observation: { ...unobserved({}), events } } : {}
  const headSeconds = environment.fork.headTimestampSeconds()
  const { index: step, line, title } = place
  const disordered = checkOrder(own).map(
    (breach): RecordFinding => ({
      ...breach,
      message: `${title}: expected ${breach.expected}, found ${breach.found}`,
      step,
      line,
    }),
  )
  return [
    ...disordered,
    ...(await laws.check({ stage, client, headSeconds, action, outcome: idle, phase }, place)),
  ]
}

function assertPossible({ stage }: Play, step: Step): void {
  if (!stage.processes.isDown || hasTrait(step.action, 'while-down')) return
  throw new HarnessError('STEP_IMPOSSIBLE', 'the process did not come up again', {
    expected: kindsWith('while-down').join(', '),
    found: step.action.kind,
    hint: 'put the store back before, or end the scenario here',
  })
}

/** Begin to count what a step costs, where it expects anything of that. */
async function startCosts(
  client: PublicClient,
  { gas, fee, transactions }: Expectations = {},
): Promise<() => Promise<StepCosts | undefined>> {
  if ((gas ?? fee ?? transactions) === undefined) return async () => undefined
  const blockBefore = await client.getBlockNumber({ cacheTime: 0 })
  return () => readStepCosts(client, blockBefore, AGENT_SENDERS)
}

/** Give a step with what it has to come to. */
async function expectedOf({ oracle, stage }: Play, step: Step, outcome: StepOutcome): Promise<Step> {
  if (oracle === undefined) return step
  // What the case itself expects holds as well: its canary relies on it.
  const expect = { ...step.expect, ...(await oracle.judge(step, outcome, stage)) }
  // A model says that an action is denied, not by whom: its form is no different matter there.
  return { ...step, isMalformed: true, expect }
}

function bindPermits(bindings: Map<string, string>, { as }: Step, outcome: StepOutcome): void {
  const { permitId, signed, together = [] } = outcome
  if (permitId !== undefined) {
    if (as !== undefined) bindings.set(as, permitId)
    if (signed) bindings.set(signatureKey(permitId), JSON.stringify(signed))
  }
  for (const each of together) {
    if (each.as !== undefined && each.permitId !== undefined) bindings.set(each.as, each.permitId)
  }
}
