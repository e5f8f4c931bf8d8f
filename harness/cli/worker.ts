import { parentPort } from 'node:worker_threads'
import type { AssayEvent } from '../../tools/core/events.ts'
import { nextTurn } from '../chain/next-turn.ts'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import { otherDriver } from '../record/other-driver.ts'
import { replayCommand } from '../record/program.ts'
import type { RecordScenario, ScenarioBody } from '../record/record.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { executeScenario } from '../schedule/execute-scenario.ts'
import type { ExecutionPorts } from '../schedule/execution-ports.ts'
import type { Job, JobResult, PortableError, SchedulerMessage, WorkerMessage } from '../schedule/job.ts'
import { joinTraces } from '../schedule/join-traces.ts'
import {
  createEnvironment,
  type Environment,
  type EnvironmentOptions,
  sumRoundTrips,
} from '../stage/environment.ts'
import { toPortableError } from './describe-error.ts'
import { importProperty } from './import-user-module.ts'
import { setRealTimer } from './real-timer.ts'
import { openEmbedded } from './upstream.ts'

/** What a worker is opened with. */
export interface WorkerOptions extends EnvironmentOptions {
  /** Whether anybody watches the events as they happen. */
  readonly reportsEvents?: boolean
  /** What a replay command needs besides scenario and seed. */
  readonly replayOptions: string
}

const port = parentPort
const post = (message: WorkerMessage) => port?.postMessage(message)

/** How often the scheduler is told that a job goes on, if it does. */
const ALIVE_INTERVAL_MS = 5_000

/** Tell the scheduler whenever the job has asked its chain something since; answers how to stop that. */
function reportProgress(environment: Environment): () => void {
  let last = ''
  let cancel = () => {}
  const look = () => {
    const now = JSON.stringify(countRoundTrips(environment))
    if (now !== last) post({ type: 'alive' })
    last = now
    cancel = setRealTimer(ALIVE_INTERVAL_MS, look)
  }
  look()
  return () => cancel()
}

async function run(job: Job, environment: Environment, options: WorkerOptions): Promise<JobResult> {
  const onEvent = (event: AssayEvent) => {
    if (options.reportsEvents) post({ type: 'event', jobId: job.id, event })
  }
  const first = await play(job, environment, options, { onEvent })
  return isTraced(job, first.record)
    ? { ...first, record: await traceAgain(job, first.record, options) }
    : first
}

/** Of a property the case that failed is traced; a harness that failed has nothing to show. */
const isTraced = ({ trace, scenario }: Job, { verdict, property }: RecordScenario) =>
  trace !== undefined &&
  (scenario !== undefined || property?.path !== undefined) &&
  (verdict === 'failed' || (verdict === 'passed' && trace === 'all'))

/** Second chains are those of embedded origins, which the run has built before. */
const openEnvironment = (options: WorkerOptions) =>
  createEnvironment({
    ...options,
    openOrigin: async (chain) => (await openEmbedded({ ...options, chain })).upstream,
  })

let history: Promise<Environment> | undefined

/** Play a scenario, or the case of a property that failed, once more where blocks are kept, and take the traces. */
async function traceAgain(job: Job, first: RecordScenario, options: WorkerOptions): Promise<RecordScenario> {
  history ??= openEnvironment({ ...withoutPort(options), keepsHistory: true })
  const ports = { onEvent: () => undefined, isTraced: true }
  const { record } = await play(job, await history, options, ports, first)
  return record.broken?.code === 'INTERRUPTED' ? first : joinTraces(first, record)
}

/** The port is taken. */
const withoutPort = ({ port: _, ...options }: WorkerOptions): WorkerOptions => options

async function play(
  job: Job,
  environment: Environment,
  options: WorkerOptions,
  ports: Pick<ExecutionPorts, 'onEvent' | 'isTraced'>,
  first?: RecordScenario,
): Promise<JobResult> {
  const started = performance.now()
  const before = countRoundTrips(environment)
  const endProgress = reportProgress(environment)
  const { body, ...foreseen } = await execute(job, environment, ports, first)
    .catch((cause: unknown) => ({ body: broken(job, cause) }))
    .finally(endProgress)
  const after = countRoundTrips(environment)
  const driver = otherDriver(body)
  const record: RecordScenario = {
    ...body,
    replay: replayCommand(job.id, job.seed, `${options.replayOptions}${driver ? ` --driver ${driver}` : ''}`),
    roundTrips: {
      agent: after.agent - before.agent,
      harness: after.harness - before.harness,
      oracle: after.oracle - before.oracle,
    },
    timings: { startedMs: started, durationMs: performance.now() - started, worker: options.index },
  }
  return 'verdicts' in foreseen ? { record, foreseen } : { record }
}

type Executed = { readonly body: ScenarioBody } | CaseReport

async function execute(
  job: Job,
  environment: Environment,
  own: Pick<ExecutionPorts, 'onEvent' | 'isTraced'>,
  first: RecordScenario | undefined,
): Promise<Executed> {
  const ports = { setTimer: setRealTimer, nowMs: () => performance.now(), ...own }
  // Scenarios need nothing of what draws.
  if (job.document) {
    const { executeCase } = await import('../schedule/execute-case.ts')
    return executeCase(job.document, job, environment, ports)
  }
  if (job.scenario) {
    const { found } = job.scenario
    if (found) {
      const { listDefaultSettings } = await import('../schedule/default-settings.ts')
      const { assertSettings } = await import('../fuzz/regression.ts')
      assertSettings(found, listDefaultSettings(environment.book), job.file)
    }
    return { body: await executeScenario(job.scenario, job, environment, ports) }
  }
  const module = (await importProperty(job.path)) as { PROPERTY?: PropertyDefinition }
  if (module.PROPERTY === undefined) {
    throw new HarnessError('SCENARIO_INVALID', 'a property file exports no PROPERTY', {
      where: job.file,
      expected: 'export const PROPERTY = defineProperty({ … })',
      hint: 'export the property under this name',
    })
  }
  if (first) {
    const { traceProperty } = await import('../schedule/trace-property.ts')
    return { body: await traceProperty(module.PROPERTY, job, first, environment, ports) }
  }
  const { executeProperty } = await import('../schedule/execute-property.ts')
  const body = await executeProperty(module.PROPERTY, job, environment, ports)
  // What a case started and did not await has failed by now, or it counts for nothing.
  await nextTurn()
  return { body }
}

/** On whatever chain. */
const countRoundTrips = (environment: Environment) =>
  sumRoundTrips(...[environment, ...environment.listBesides()].map(({ roundTrips }) => roundTrips))

const describeBroken = ({ code, shortMessage, details }: PortableError) => ({
  code,
  message: new HarnessError(code, shortMessage, details).message,
})

const broken = (job: Job, cause: unknown): ScenarioBody => ({
  id: job.id,
  name: job.name,
  file: job.file,
  area: job.area,
  kind: job.kind,
  profile: '',
  driver: job.scenario?.setup.driver ?? 'direct',
  matrix: {},
  seed: job.seed,
  verdict: 'broken',
  steps: [],
  findings: [],
  broken: describeBroken(toPortableError(cause)),
  finalBlock: { number: '0', hash: '' },
  stateDigest: '',
})

async function serve(options: WorkerOptions) {
  const started = performance.now()
  // What it was to be opened for is given up: its processes go with this thread, its folders with the whole run.
  const giveUp = ({ type }: SchedulerMessage) => type === 'stop' && process.exit(0)
  port?.on('message', giveUp)
  const environment = await openEnvironment(options)
  port?.off('message', giveUp)
  const stop = async () => {
    await (await history)?.stop()
    await environment.stop()
    // Ends this thread: prool's process library would hold it for seconds with a timer that nobody needs.
    process.exit(0)
  }
  let busy: Promise<unknown> = Promise.resolve()
  port?.on('message', (message: SchedulerMessage) => {
    busy = busy.then(async () => {
      if (message.type === 'stop') return stop()
      if (message.type === 'open') return
      post({ type: 'started', jobId: message.job.id })
      post({ type: 'finished', result: await run(message.job, environment, options) })
    })
  })
  post({ type: 'ready', setUpMs: performance.now() - started })
}

port?.once('message', (message: SchedulerMessage) => {
  if (message.type !== 'open') process.exit(0)
  serve(message.options as WorkerOptions).catch((cause: unknown) => {
    post({ type: 'failed', error: toPortableError(cause) })
    port.close()
  })
})
