import { parentPort, workerData } from 'node:worker_threads'
import { HarnessError } from '../errors.ts'
import type { RecordFinding } from '../record/record.ts'
import { createEnvironment, type EnvironmentOptions } from '../run/environment.ts'
import type { Job } from '../run/job.ts'
import { installVariantLoader, type Variant } from './variant-loader.ts'

/** What a worker of a campaign is asked: one job on one variant. */
export interface VariantRequest {
  readonly variant: Variant
  readonly job: Job
}

/** How a job on a variant ended. */
export type VariantAnswer =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly finding: RecordFinding }
  /** The harness could not judge: that is no assertion. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** The variant's modules cannot be loaded. */
  | { readonly kind: 'unloadable'; readonly reason: string }

/** What it is started with. */
export interface VariantWorkerOptions extends EnvironmentOptions {
  readonly root: string
}

const options = workerData as VariantWorkerOptions
const loader = installVariantLoader(options.root)
const known = new Set<string>()

const setTimer = (delayMs: number, callback: () => void) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

const describe = (cause: unknown) => {
  if (cause instanceof HarnessError) return `${cause.code}: ${cause.shortMessage}`
  return cause instanceof Error ? cause.message : String(cause)
}

async function load({ variant, job }: VariantRequest) {
  if (!known.has(variant.key)) {
    loader.add(variant)
    known.add(variant.key)
  }
  const query = loader.query(variant.key)
  const [scenario, property] = (await Promise.all([
    import(`../run/execute-scenario.ts${query}`),
    import(`../run/execute-property.ts${query}`),
  ])) as [typeof import('../run/execute-scenario.ts'), typeof import('../run/execute-property.ts')]
  if (job.scenario) return { ...scenario, ...property }
  const module = (await import(`${job.path}${query}`)) as { PROPERTY: Parameters<typeof property.executeProperty>[0] }
  return { ...scenario, ...property, definition: module.PROPERTY }
}

async function main() {
  const environment = await createEnvironment(options)
  const answer = async (request: VariantRequest): Promise<VariantAnswer> => {
    const { job } = request
    let modules: Awaited<ReturnType<typeof load>>
    try {
      modules = await load(request)
    } catch (cause) {
      return { kind: 'unloadable', reason: describe(cause) }
    }
    try {
      const nowMs = () => performance.now()
      const { findings } = job.scenario
        ? await modules.executeScenario(job.scenario, job, environment, { setTimer, nowMs, onEvent() {} })
        : await modules.executeProperty(modules.definition as never, job, environment, setTimer)
      const [finding] = findings
      if (finding === undefined) return { kind: 'passed' }
      // A property that threw asserted nothing.
      if (finding.law === 'property.threw') return { kind: 'broken', reason: finding.found }
      return { kind: 'failed', finding }
    } catch (cause) {
      return { kind: 'broken', reason: describe(cause) }
    }
  }
  let busy: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', (request: VariantRequest | 'stop') => {
    busy = busy.then(async () => {
      if (request === 'stop') {
        await environment.stop()
        process.exit(0)
      }
      parentPort?.postMessage(await answer(request))
    })
  })
  parentPort?.postMessage('ready')
}

main().catch((cause: unknown) => {
  throw cause
})
