import { parentPort, workerData } from 'node:worker_threads'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import type { RecordFinding } from '../record/record.ts'
import { createEnvironment, type Environment, type EnvironmentOptions } from '../run/environment.ts'
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

type Execute = (environment: Environment) => Promise<{ readonly findings: readonly RecordFinding[] }>

/** Load what runs a job, in its variant. */
async function load({ variant, job }: VariantRequest): Promise<Execute> {
  if (!known.has(variant.key)) {
    loader.add(variant)
    known.add(variant.key)
  }
  const query = loader.query(variant.key)
  const { scenario } = job
  if (scenario) {
    const { executeScenario } = (await import(
      `../run/execute-scenario.ts${query}`
    )) as typeof import('../run/execute-scenario.ts')
    const ports = { setTimer, nowMs: () => performance.now(), onEvent() {} }
    return (environment) => executeScenario(scenario, job, environment, ports)
  }
  const [{ executeProperty }, { PROPERTY }] = (await Promise.all([
    import(`../run/execute-property.ts${query}`),
    import(`${job.path}${query}`),
  ])) as [typeof import('../run/execute-property.ts'), { PROPERTY: PropertyDefinition }]
  return (environment) => executeProperty(PROPERTY, job, environment, setTimer)
}

async function main() {
  const environment = await createEnvironment(options)
  const answer = async (request: VariantRequest): Promise<VariantAnswer> => {
    let execute: Execute
    try {
      execute = await load(request)
    } catch (cause) {
      return { kind: 'unloadable', reason: describe(cause) }
    }
    try {
      const { findings } = await execute(environment)
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
