import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { findBinary } from '../../harness/chain/binaries.ts'
import { createFetchedSlots } from '../../harness/chain/fetched-slots.ts'
import { startUpstreamProxy } from '../../harness/chain/upstream-proxy.ts'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { type ServedUpstream, serveUpstream } from '../../harness/cli/upstream.ts'
import type { Scenario, Step } from '../../harness/scenario/scenario.ts'
import type { Job } from '../../harness/schedule/job.ts'
import { runSchedule } from '../../harness/schedule/run-schedule.ts'
import { createEnvironment, type Environment } from '../../harness/stage/environment.ts'
import { openStage } from '../../harness/stage/open-stage.ts'
import { openUpstream } from '../../harness/stage/upstream.ts'
import { playNaively } from './naive.ts'
import { measureOperations } from './operations.ts'
import { createRecorder } from './recorder.ts'
import { compareOnCage, compareOnCounter, type SideBySide } from './side-by-side.ts'

/** One measured figure; `ratio` compares with another figure of the same run. */
interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly ratio?: number
  readonly aim?: string
}

const figures: Figure[] = []
const note = (figure: Figure) => {
  figures.push(figure)
  const ratio = figure.ratio === undefined ? '' : `× ${figure.ratio.toFixed(2)}`
  console.log(
    `${figure.name.padEnd(58)} ${figure.value.toFixed(2).padStart(9)} ${figure.unit.padEnd(12)} ${ratio.padStart(8)}  ${figure.aim ?? ''}`,
  )
}
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const time = async (body: () => Promise<unknown>) => {
  const started = performance.now()
  await body()
  return performance.now() - started
}

const SWAPS = [
  { tokenIn: 'WETH', tokenOut: 'USDC', amountInBaseUnits: '1000000000000000000' },
  { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '1000000000' },
  { tokenIn: 'USDC', tokenOut: 'DAI', amountInBaseUnits: '500000000' },
  { tokenIn: 'WETH', tokenOut: 'DAI', amountInBaseUnits: '500000000000000000' },
  { tokenIn: 'DAI', tokenOut: 'USDC', amountInBaseUnits: '100000000000000000000' },
]

const toStep = (params: (typeof SWAPS)[0]): Step => ({
  line: 0,
  title: `swap ${params.tokenIn} for ${params.tokenOut}`,
  action: { kind: 'act', action: 'swap', params, claims: [] },
  expect: { committed: true },
})

const createJobs = (count: number, swaps: readonly (typeof SWAPS)[0][]): Job[] => {
  const scenario: Scenario = {
    name: 'bench',
    invariants: [],
    source: '',
    matrix: {},
    setup: {
      choices: {
        limits: { perTransactionUsdc: 10n ** 11n, perDayUsdc: 10n ** 12n, hotLaneUsdc: 10n ** 12n },
      },
    },
    steps: swaps.map(toStep),
  }
  return Array.from({ length: count }, (_, index) => ({
    id: `bench ${String(index).padStart(5, '0')}`,
    kind: 'scripted' as const,
    name: 'bench',
    path: '',
    file: '',
    area: 'bench',
    seed: '1',
    scenario,
  }))
}

async function measureForks(served: ServedUpstream): Promise<Environment> {
  const options = { upstream: served.upstream, stateDir: STATE_DIR, anvilBinary: served.anvilBinary }
  const starts: number[] = []
  let environment: Environment | undefined
  for (let index = 0; index < 5; index += 1) {
    await environment?.stop()
    starts.push(
      await time(async () => {
        environment = await createEnvironment({ ...options, index })
      }),
    )
  }
  note({ name: 'ready fork, warm, with cage and fixtures', value: median(starts), unit: 'ms' })
  const ready = environment as unknown as Environment
  const resets: number[] = []
  for (let index = 0; index < 300; index += 1) resets.push(await time(() => ready.reset()))
  note({
    name: 'reset with leak check',
    value: median(resets),
    unit: 'ms',
    ratio: median(starts) / median(resets),
  })
  return ready
}

async function measureOverhead(environment: Environment): Promise<void> {
  const recorder = createRecorder([environment.agentRpc, environment.oracleRpc, environment.fork.rpc])
  const swap = SWAPS[1] as (typeof SWAPS)[0]
  const setup = {
    choices: { limits: { perTransactionUsdc: 10n ** 11n, perDayUsdc: 10n ** 12n, hotLaneUsdc: 10n ** 12n } },
  }
  const withStack: number[] = []
  const raw: number[] = []
  for (let round = 0; round < 120; round += 1) {
    const stage = await openStage(environment, setup, '1', setRealTimer)
    const act = async () => {
      const preview = await stage.agent.call('preview_action', { kind: 'swap', params: swap })
      const { permitId } = preview.details as { permitId: string }
      const commit = await stage.agent.call('commit_action', { permitId })
      if (commit.error) throw commit.error
    }
    await act()
    recorder.start()
    const elapsed = await time(act)
    recorder.stop()
    await stage.close()
    // The same chain state again, then the same requests without the stack.
    const again = await openStage(environment, setup, '1', setRealTimer)
    const { details } = await again.agent.call('preview_action', { kind: 'swap', params: swap })
    await again.agent.call('commit_action', { permitId: (details as { permitId: string }).permitId })
    await again.close()
    const bare = await time(() => recorder.replay())
    if (round >= 60) {
      withStack.push(elapsed)
      raw.push(bare)
    }
  }
  note({ name: 'round trips of one preview + commit, all sides', value: recorder.requests, unit: 'requests' })
  note({ name: 'the same requests without the stack', value: median(raw), unit: 'ms' })
  note({
    name: 'preview + commit through the full stack',
    value: median(withStack),
    unit: 'ms',
    ratio: median(withStack) / median(raw),
    aim: 'aim ≤ 1.25, first step ≤ 2',
  })
}

/** Scenarios a second, from the first started to the last finished. */
async function measureRate(served: ServedUpstream, workers: number, count: number): Promise<number> {
  let first = 0
  let last = 0
  const { records } = await runSchedule({
    jobs: createJobs(count, SWAPS),
    workers,
    workerUrl: new URL('../../harness/cli/worker.ts', import.meta.url),
    workerData: {
      upstream: served.upstream,
      stateDir: STATE_DIR,
      anvilBinary: served.anvilBinary,
      replayOptions: '',
    },
    bail: false,
    listener: {
      started() {
        first ||= performance.now()
      },
      event() {},
      finished() {
        last = performance.now()
      },
    },
    signal: new AbortController().signal,
    setTimer: () => () => {},
  })
  const broken = records.find((record) => record.verdict !== 'passed')
  if (broken)
    throw new Error(
      `the bench scenario did not pass: ${JSON.stringify(broken.findings)} ${broken.broken?.message}`,
    )
  return count / ((last - first) / 1_000)
}

async function measureAgainstNaive(served: ServedUpstream): Promise<void> {
  const { upstream } = served
  const proxy = await startUpstreamProxy(openUpstream(upstream), createFetchedSlots(upstream.blockNumber))
  const naive: number[] = []
  for (let round = 0; round < 8; round += 1) {
    naive.push(await time(() => playNaively(proxy.url, upstream.blockNumber)))
  }
  await proxy.stop()
  const naiveRate = 1_000 / median(naive)
  note({ name: 'five transactions, naive design', value: naiveRate, unit: 'scenarios/s' })
  for (const workers of [1, 2]) {
    const rate = await measureRate(served, workers, 200 * workers)
    note({
      name: `five swaps through the full stack, ${workers} worker${workers > 1 ? 's' : ''}`,
      value: rate,
      unit: 'scenarios/s',
      ratio: rate / naiveRate,
      ...(workers === 2 ? { aim: 'aim ≥ 40, first step ≥ 20' } : {}),
    })
  }
}

async function measureGrowth(environment: Environment): Promise<void> {
  const swap = SWAPS[1] as (typeof SWAPS)[0]
  const durations: number[] = []
  for (let index = 0; index < 5_000; index += 1) {
    durations.push(
      await time(async () => {
        const stage = await openStage(environment, {}, '1', setRealTimer)
        const preview = await stage.agent.call('preview_action', { kind: 'swap', params: swap })
        const { permitId } = preview.details as { permitId: string }
        await stage.agent.call('commit_action', { permitId })
        await stage.close()
      }),
    )
  }
  const early = median(durations.slice(80, 180))
  const late = median(durations.slice(-100))
  note({ name: 'one-swap scenario after 100 scenarios', value: early, unit: 'ms' })
  note({
    name: 'one-swap scenario after 5 000 scenarios',
    value: late,
    unit: 'ms',
    ratio: late / early,
    aim: 'at most 1.1',
  })
}

async function measureDrawnOperations(environment: Environment): Promise<number> {
  const { operationsPerSecond, requestShare, modelRatio } = await measureOperations(environment)
  note({
    name: 'drawn operations through the full stack, no faults, 1 core',
    value: operationsPerSecond,
    unit: 'operations/s',
  })
  note({ name: 'time with a request on its way', value: 100 * requestShare, unit: '%' })
  note({
    name: 'the model beside the stack, over the laws alone',
    value: 100 * (modelRatio - 1),
    unit: '% more time',
    ratio: modelRatio,
  })
  return operationsPerSecond
}

/** A rate, a time to the seeded fault with making it small, and the length that is left, of two testers. */
function noteTesters(
  subject: string,
  forge: SideBySide<unknown>['forge'],
  own: { readonly rate: number; readonly ms: number; readonly length: number },
): void {
  const forgeRate = (1_000 * forge.whole.calls) / forge.whole.elapsedMs
  note({ name: `${subject}: forge invariant`, value: forgeRate, unit: 'calls/s' })
  note({ name: `${subject}: this harness`, value: own.rate, unit: 'calls/s', ratio: own.rate / forgeRate })
  note({
    name: `${subject}: forge, to the seeded fault and small`,
    value: forge.seeded.elapsedMs,
    unit: 'ms',
  })
  note({
    name: `${subject}: this harness, to the seeded fault and small`,
    value: own.ms,
    unit: 'ms',
    ratio: own.ms / forge.seeded.elapsedMs,
  })
  const left = forge.seeded.broken?.shrunkLength
  if (left === undefined) throw new Error(`forge did not find the seeded fault of the ${subject}`)
  note({ name: `${subject}: forge, calls that are left`, value: left, unit: 'calls' })
  note({ name: `${subject}: this harness, steps that are left`, value: own.length, unit: 'steps' })
}

async function measureBesideForge(environment: Environment, operationsPerSecond: number): Promise<void> {
  const forge = findBinary('forge')
  await environment.reset()
  const counter = await compareOnCounter(forge, environment.fork)
  const { whole, seeded } = counter.own
  if (seeded.shrunkLength === undefined) throw new Error('the seeded fault of the counter was not found')
  noteTesters('counter', counter.forge, {
    rate: (1_000 * whole.calls) / whole.elapsedMs,
    ms: seeded.elapsedMs,
    length: seeded.shrunkLength,
  })
  const cage = await compareOnCage(forge)
  noteTesters('cage', cage.forge, {
    rate: operationsPerSecond,
    ms: cage.own.foundMs + cage.own.shrunkMs,
    length: cage.own.shrunkLength,
  })
}

const served = await serveUpstream({ onProgress: (message) => console.error(message) })
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, Node ${process.versions.node}\n`,
)
const environment = await measureForks(served)
await measureOverhead(environment)
await environment.stop()
const untouched = await createEnvironment({
  upstream: served.upstream,
  stateDir: STATE_DIR,
  anvilBinary: served.anvilBinary,
  index: 8,
})
const operationsPerSecond = await measureDrawnOperations(untouched)
if (!process.argv.includes('--quick')) await measureBesideForge(untouched, operationsPerSecond)
await untouched.stop()
await measureAgainstNaive(served)
const fresh = await createEnvironment({
  upstream: served.upstream,
  stateDir: STATE_DIR,
  anvilBinary: served.anvilBinary,
  index: 9,
})
if (!process.argv.includes('--quick')) await measureGrowth(fresh)
await fresh.stop()
const directory = join(PROJECT_ROOT, 'reports', 'bench')
mkdirSync(directory, { recursive: true })
writeFileSync(
  join(directory, 'latest.json'),
  `${JSON.stringify({ node: process.versions.node, figures }, null, 2)}\n`,
)
process.exit(0)
