import { createHash } from 'node:crypto'
import { describeCause } from '../../tools/core/describe-cause.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { HarnessError, placeError } from '../errors.ts'
import { createFigureWatch } from '../record/hook-figures.ts'
import { linkSettled } from '../record/link-settled.ts'
import type { RecordFinding, RecordStep, ScenarioBody } from '../record/record.ts'
import { seedDraws } from '../scenario/draws.ts'
import { faultsOfSetup } from '../scenario/fault-kinds.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'
import type { Environment } from '../stage/environment.ts'
import { openStage } from '../stage/open-stage.ts'
import type { StageEnd } from '../stage/stage.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import type { Job } from './job.ts'
import { createLawWatch } from './law-watch.ts'
import { type Play, playStep } from './play-step.ts'
import { cyclesOf, speculationOf } from './record-cycles.ts'
import { createStateWatch } from './record-state.ts'
import { createStageTracer } from './stage-tracer.ts'

/** Run one scenario on an environment and record every step; with an oracle it says what each step shall come to. */
export async function executeScenario(
  scenario: Scenario,
  job: Job,
  environment: Environment,
  ports: ExecutionPorts,
  oracle?: StepOracle,
): Promise<ScenarioBody> {
  const stage = await openStage(environment, scenario.setup, seedDraws(job.seed, job.draws), ports.setTimer)
  const client = createReadClient(environment.oracleRpc, environment.book.chainId)
  const laws = createLawWatch()
  const shared = { scenario, job, ports, oracle, bindings: new Map(), hookFigures: createFigureWatch() }
  const states = createStateWatch(stage)
  const tracer = ports.isTraced ? createStageTracer(environment, stage) : undefined
  const alone: Play = { ...shared, environment, stage, client, laws, states, tracer }
  const beside = scenario.beside && (await openBeside(scenario.beside, alone))
  const play: Play = beside ? { ...alone, other: beside } : alone
  const steps: RecordStep[] = []
  const findings: RecordFinding[] = []
  const events: AssayEvent[] = []
  let reached = 0
  try {
    for (const [index, step] of scenario.steps.entries()) {
      reached = index
      // What the world has from the start counts with the first step.
      const openingFaults = steps.length === 0 ? faultsOfSetup(scenario.setup) : []
      const played = await playStep(
        step.on && beside ? { ...beside, other: play } : play,
        step,
        index,
        openingFaults,
      )
      if (played === undefined) continue
      steps.push(linkSettled(played.recorded, steps))
      findings.push(...played.findings)
      events.push(...played.events)
      await ports.afterStep?.({ index, title: step.title, line: step.line, findings, cage: stage.cage })
      if (findings.length > 0) break
    }
    const outcome = findings.length > 0 ? 'failed' : 'passed'
    await environment.assertAlive(outcome)
    await beside?.environment.assertAlive(outcome)
    const end = await stage.finish()
    const endBeside = await beside?.stage.finish()
    events.push(...stage.takeEvents(), ...(beside?.stage.takeEvents() ?? []))
    const cycles = cyclesOf(events)
    const speculation = speculationOf(events)
    return stage.session.guard.pass('report', {
      id: job.id,
      name: scenario.name,
      file: job.file,
      area: job.area,
      kind: job.kind,
      profile: scenario.setup.profile ?? 'trader',
      driver: scenario.setup.driver ?? 'direct',
      matrix: scenario.matrix,
      ...(scenario.share ? { matrixCells: scenario.share.total } : {}),
      ...(job.draws === undefined ? {} : { draws: job.draws }),
      seed: job.seed,
      verdict: findings.length > 0 ? 'failed' : 'passed',
      steps: findings.length > 0 ? [...steps, ...listUnreached(scenario, steps)] : steps,
      names: joinNames(stage.names.listMet(), beside?.stage.names.listMet()),
      findings,
      ...(cycles.length > 0 ? { cycles } : {}),
      ...(speculation ? { speculation } : {}),
      finalBlock: { number: end.number.toString(), hash: end.hash },
      stateDigest: endBeside ? joinDigests(end, endBeside) : end.stateDigest,
      ...(scenario.beside && endBeside
        ? {
            beside: {
              chain: scenario.beside.chain,
              finalBlock: { number: endBeside.number.toString(), hash: endBeside.hash },
            },
          }
        : {}),
    })
  } catch (cause) {
    throw await explainFailure(cause, play, reached)
  } finally {
    tracer?.end()
    beside?.tracer?.end()
    await beside?.stage.close()
    await stage.close()
  }
}

/** Open the second chain of a scenario: another stage, whose stack shares the store of the first. */
async function openBeside(
  { chain, setup }: NonNullable<Scenario['beside']>,
  { job, ports, stage: first, laws, ...shared }: Play,
): Promise<Play> {
  try {
    const environment = await shared.environment.openBeside(chain)
    const seed = `${seedDraws(job.seed, job.draws)} on ${chain}`
    const stage = await openStage(environment, setup, seed, ports.setTimer, first)
    return {
      ...shared,
      job,
      ports,
      environment,
      stage,
      client: createReadClient(environment.oracleRpc, environment.book.chainId),
      laws: createLawWatch(laws.agent),
      states: createStateWatch(stage),
      tracer: ports.isTraced ? createStageTracer(environment, stage) : undefined,
    }
  } catch (cause) {
    await first.close()
    throw cause
  }
}

/** The names of addresses on both chains; what is called differently on each has both names. */
function joinNames(here: Readonly<Record<string, string>>, there: Readonly<Record<string, string>> = {}) {
  const others = Object.entries(there).map(([address, name]) => {
    const known = here[address] ?? name
    return [address, known === name ? name : `${known} or ${name}`] as const
  })
  return { ...here, ...Object.fromEntries(others) }
}

/** One digest of the states of both chains. */
const joinDigests = (...ends: readonly StageEnd[]) =>
  createHash('sha256')
    .update(ends.map(({ stateDigest, hash }) => `${stateDigest} ${hash}`).join(','))
    .digest('hex')

/** List the steps behind the last that ran. */
function listUnreached({ steps }: Scenario, ran: readonly RecordStep[]): readonly RecordStep[] {
  const last = ran.at(-1)?.index ?? 0
  return steps.slice(last + 1).map(({ action, title, line, on }, at) => ({
    index: last + 1 + at,
    kind: action.kind,
    title,
    line,
    ...(on ? { chain: on } : {}),
    verdict: 'skipped',
    skipped: `step ${last + 1} failed`,
    phase: '',
    hooks: [],
    timings: { durationMs: 0 },
  }))
}

/** Say what made it impossible to go on at the step that was reached. */
async function explainFailure(
  cause: unknown,
  { scenario, job, environment }: Play,
  reached: number,
): Promise<HarnessError> {
  const where = `${job.file}:${scenario.steps[reached]?.line ?? 0}`
  if (cause instanceof HarnessError) {
    if (cause.code === 'STEP_IMPOSSIBLE') return placeError(cause, where)
    return cause.code === 'ANSWER_UNBOUNDED'
      ? new HarnessError(cause.code, `step ${reached + 1} ${cause.shortMessage}`, cause.details)
      : cause
  }
  const message = describeCause(cause)
  if ((environment.upstream?.struck ?? 0) > 0) {
    return new HarnessError('RPC_UNREACHABLE', 'the origin failed under the fork', {
      where,
      expected: 'the harness to read the chain',
      found: message,
      hint: 'read what the oracle needs before the origin fails, or heal it first',
      cause,
    })
  }
  await environment.assertAlive('failed')
  return new HarnessError('INTERNAL', message, {
    where,
    hint: 'this is a defect of the harness; the stack under test was not judged',
    cause,
  })
}
