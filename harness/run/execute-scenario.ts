import type { Hex } from 'viem'
import type { AssayEvent } from '../../tools/core/events.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { HarnessError } from '../errors.ts'
import { watchLaws } from '../property/invariants/index.ts'
import type { RecordFinding, RecordScenario, RecordStep } from '../record/record.ts'
import { checkExpectations } from '../scenario/check-expectations.ts'
import { runStep, type StepOutcome } from '../scenario/run-step.ts'
import type { Scenario, Step } from '../scenario/scenario.ts'
import type { SetTimer } from './clock.ts'
import type { Environment } from './environment.ts'
import type { Job } from './job.ts'
import { openStage } from './open-stage.ts'
import type { Stage } from './stage.ts'
import type { StepOracle } from './step-oracle.ts'

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
  const checkLaws = watchLaws()
  try {
    for (const [index, step] of scenario.steps.entries()) {
      const started = ports.nowMs()
      const phase = stage.session.agent.safety.phases.current().phase ?? 'unknown'
      if (oracle && !(await oracle.foresee(step, stage, bindings))) continue
      const outcome = await runStep(step.action, stage, bindings)
      for (const event of outcome.observation?.events ?? []) ports.onEvent(event)
      const expect = oracle ? await oracle.judge(step, outcome, stage) : step.expect
      const found = await checkExpectations({ ...step, ...(expect ? { expect } : {}) }, outcome, stage, {
        index,
      })
      const moment = {
        stage,
        client,
        headSeconds: environment.fork.headTimestampSeconds(),
        action: step.action,
        outcome,
        phase,
      }
      found.push(...(await checkLaws(moment, { index, line: step.line, title: step.title })))
      findings.push(...found)
      if (step.as !== undefined && outcome.permitId !== undefined) bindings.set(step.as, outcome.permitId)
      steps.push(recordStep(step, index, phase, outcome, found, stage, ports.nowMs() - started))
      if (found.length > 0) break
    }
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
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('INTERNAL', cause instanceof Error ? cause.message : String(cause), {
      where: `${job.file}:${scenario.steps[steps.length]?.line ?? 0}`,
      hint: 'this is a defect of the harness; the stack under test was not judged',
      cause,
    })
  } finally {
    await stage.close()
  }
}

function recordStep(
  step: Step,
  index: number,
  phase: string,
  outcome: StepOutcome,
  findings: readonly RecordFinding[],
  stage: Stage,
  durationMs: number,
): RecordStep {
  const { observation, permitId } = outcome
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
