import type { Hex } from 'viem'
import type { AssayEvent } from '../../tools/core/events.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import { isForbidden } from '../coverage/universe.ts'
import { HarnessError } from '../errors.ts'
import { readStepCosts } from '../oracle/step-costs.ts'
import { watchLaws } from '../property/invariants/index.ts'
import type { RecordFinding, RecordScenario, RecordStep } from '../record/record.ts'
import { checkExpectations } from '../scenario/check-expectations.ts'
import { faultsOfSetup, faultsOfStep } from '../scenario/fault-kinds.ts'
import { hasTrait, kindsWith } from '../scenario/find-step.ts'
import { runStep } from '../scenario/run-step.ts'
import type { Scenario, Step } from '../scenario/scenario.ts'
import { signatureKey } from '../scenario/step/signature-key.ts'
import type { StepOutcome } from '../scenario/step/step-outcome.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'
import type { SetTimer } from '../stage/clock.ts'
import type { Environment } from '../stage/environment.ts'
import { openStage } from '../stage/open-stage.ts'
import type { Stage } from '../stage/stage.ts'
import { ACTORS } from '../world/actors.ts'
import type { Job } from './job.ts'

/** The body of a scenario's record; what was measured around it is added by whoever runs it. */
export type ScenarioBody = Omit<RecordScenario, 'timings' | 'roundTrips' | 'replay'>

/** Run one scenario on an environment and record every step; with an oracle it says what each step shall come to. */
export async function executeScenario(
  scenario: Scenario,
  job: Job,
  environment: Environment,
  ports: {
    readonly setTimer: SetTimer
    readonly nowMs: () => number
    readonly onEvent: (event: AssayEvent) => void
  },
  oracle?: StepOracle,
): Promise<ScenarioBody> {
  const stage = await openStage(environment, scenario.setup, job.seed, ports.setTimer)
  const steps: RecordStep[] = []
  const findings: RecordFinding[] = []
  const bindings = new Map<string, string>()
  const client = createReadClient(environment.oracleRpc, environment.book.chainId)
  let checkLaws = watchLaws()
  const lawsOf = new Map([['first', checkLaws]])
  let isReplaced = false
  try {
    // What the world has from the start counts with the first step.
    let faults = faultsOfSetup(scenario.setup)
    for (const [index, step] of scenario.steps.entries()) {
      const started = ports.nowMs()
      if (stage.processes.isDown && !hasTrait(step.action, 'while-down')) {
        throw new HarnessError('STEP_IMPOSSIBLE', 'the process did not come up again', {
          where: `${job.file}:${step.line}`,
          expected: kindsWith('while-down').join(', '),
          found: step.action.kind,
          hint: 'put the store back before, or end the scenario here',
        })
      }
      const phase = stage.processes.isDown
        ? 'unknown'
        : (stage.session.agent.safety.phases.current().phase ?? 'unknown')
      const waitedBeforeMs = stage.clock.waitedMs()
      if (oracle && !(await oracle.foresee(step, stage, bindings))) continue
      const { gas, fee, transactions } = step.expect ?? {}
      const isCosted = (gas ?? fee ?? transactions) !== undefined
      const blockBefore = isCosted ? await client.getBlockNumber({ cacheTime: 0 }) : 0n
      const outcome = await Promise.race([runStep(step.action, stage, bindings), stage.stuck])
      for (const event of outcome.observation?.events ?? []) ports.onEvent(event)
      // What the case itself expects holds as well: its canary relies on it.
      const expect = oracle ? { ...step.expect, ...(await oracle.judge(step, outcome, stage)) } : step.expect
      // A model says that an action is denied, not by whom: its form is no different matter there.
      const isMalformed = step.isMalformed === true || oracle !== undefined
      const judged = { ...step, isMalformed, ...(expect ? { expect } : {}) }
      const found = await checkExpectations(judged, outcome, stage, {
        index,
        source: job.document === undefined ? scenario.source : undefined,
        waitedMs: stage.clock.waitedMs() - waitedBeforeMs,
        costs: isCosted ? await readStepCosts(client, blockBefore, AGENT_SENDERS) : undefined,
      })
      const moment = {
        stage,
        client,
        headSeconds: environment.fork.headTimestampSeconds(),
        action: step.action,
        outcome,
        phase,
      }
      if (outcome.actsAs !== undefined) {
        // Each agent has a store, and with it a past, of its own.
        checkLaws = lawsOf.get(outcome.actsAs) ?? watchLaws()
        lawsOf.set(outcome.actsAs, checkLaws)
      }
      isReplaced ||= outcome.store === 'replaced'
      if (isReplaced && outcome.store === 'opened') {
        // Of another store the laws know no past.
        checkLaws = watchLaws()
        isReplaced = false
      }
      // The laws look at the stack, and there is none.
      if (!stage.processes.isDown)
        found.push(...(await checkLaws(moment, { index, line: step.line, title: step.title })))
      if (step.as !== undefined && outcome.permitId !== undefined) bindings.set(step.as, outcome.permitId)
      if (outcome.signed && outcome.permitId !== undefined) {
        bindings.set(signatureKey(outcome.permitId), JSON.stringify(outcome.signed))
      }
      for (const { as, permitId } of outcome.together ?? []) {
        if (as !== undefined && permitId !== undefined) bindings.set(as, permitId)
      }
      const recorded = recordStep(
        step,
        index,
        phase,
        outcome,
        found,
        [...faults, ...faultsOfStep(step.action)],
        stage,
        ports.nowMs() - started,
      )
      faults = []
      const forbidden = findForbidden(recorded)
      findings.push(...found, ...forbidden)
      steps.push(forbidden.length > 0 ? { ...recorded, verdict: 'failed' } : recorded)
      if (findings.length > 0) break
    }
    await environment.assertAlive(findings.length > 0 ? 'failed' : 'passed')
    const end = await stage.finish()
    const body: ScenarioBody = {
      id: job.id,
      name: scenario.name,
      file: job.file,
      area: job.area,
      kind: job.kind,
      profile: scenario.setup.profile ?? 'trader',
      matrix: scenario.matrix,
      seed: job.seed,
      verdict: findings.length > 0 ? 'failed' : 'passed',
      steps,
      findings,
      finalBlock: { number: end.number.toString(), hash: end.hash },
      stateDigest: end.stateDigest,
    }
    return stage.session.guard.pass('report', body)
  } catch (cause) {
    if (cause instanceof HarnessError) throw atStep(cause, steps.length + 1)
    if ((environment.upstream?.struck ?? 0) === 0) await environment.assertAlive('failed')
    if (environment.upstream !== undefined && environment.upstream.struck > 0) {
      throw new HarnessError('RPC_UNREACHABLE', 'the origin failed under the fork', {
        where: `${job.file}:${scenario.steps[steps.length]?.line ?? 0}`,
        expected: 'the harness to read the chain',
        found: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause),
        hint: 'read what the oracle needs before the origin fails, or heal it first',
        cause,
      })
    }
    throw new HarnessError('INTERNAL', cause instanceof Error ? cause.message : String(cause), {
      where: `${job.file}:${scenario.steps[steps.length]?.line ?? 0}`,
      hint: 'this is a defect of the harness; the stack under test was not judged',
      cause,
    })
  } finally {
    await stage.close()
  }
}

/** Whose transactions a step's costs are. */
const AGENT_SENDERS = [ACTORS.operator.address, ACTORS.guardian.address]

/** Say at which step the stack got stuck: whoever meets it has to know what it was doing. */
const atStep = (error: HarnessError, step: number) =>
  error.code === 'ANSWER_UNBOUNDED'
    ? new HarnessError(error.code, `step ${step} ${error.shortMessage}`, error.details)
    : error

function recordStep(
  step: Step,
  index: number,
  phase: string,
  outcome: StepOutcome,
  findings: readonly RecordFinding[],
  faults: readonly string[],
  stage: Stage,
  durationMs: number,
): RecordStep {
  const { observation, permitId } = outcome
  const events = stage.takeEvents()
  const phaseChanges = events.flatMap((event) =>
    event.kind === 'phase:change' ? [{ from: event.from, to: event.to }] : [],
  )
  const permitChanges = events.flatMap((event) =>
    event.kind === 'permit:state' ? [{ from: event.from ?? 'new', to: event.to }] : [],
  )
  const started = events.flatMap((event) => (event.kind === 'tool:start' ? [event.tool_name] : []))
  const tools = [...new Set(started)].sort()
  const authority = judgedByPhase(outcome)
  const permit = permitId === undefined ? undefined : stage.session.store.findPermit(permitId as Hex)
  const report = observation?.report
  const error = observation?.error
  return {
    index,
    kind: step.action.kind,
    title: step.title,
    line: step.line,
    verdict: findings.length > 0 ? 'failed' : 'passed',
    phase,
    ...(phaseChanges.length > 0 ? { phaseChanges } : {}),
    ...(authority ? { authority } : {}),
    ...('action' in step.action ? { action: step.action.action } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(faults.length > 0 ? { faults } : {}),
    ...(error
      ? { denial: { layer: error.layer, code: error.code, message: error.shortMessage, hint: error.hint } }
      : {}),
    hooks: observation?.hooks ?? [],
    ...(permit
      ? {
          permit: {
            permitId: permit.permitId,
            state: permit.state,
            ...(outcome.actionClass ? { actionClass: outcome.actionClass } : {}),
            ...(outcome.spendUsdc === undefined ? {} : { spendUsdc: outcome.spendUsdc.toString() }),
          },
        }
      : {}),
    ...(permitChanges.length > 0 ? { permitChanges } : {}),
    ...(observation?.outcome ? { outcome: observation.outcome } : {}),
    ...(report
      ? {
          transaction: {
            hash: report.receipt.transactionHash,
            blockNumber: report.receipt.blockNumber.toString(),
            gasUsed: report.receipt.gasUsed.toString(),
          },
        }
      : {}),
    ...(observation?.details === undefined ? {} : { result: observation.details }),
    timings: { durationMs },
  }
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
