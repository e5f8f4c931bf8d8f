import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import type { RecordFinding } from '../record/record.ts'
import { executeProperty } from '../schedule/execute-property.ts'
import { executeScenario } from '../schedule/execute-scenario.ts'
import type { Job } from '../schedule/job.ts'
import { createEnvironment, type Environment, type EnvironmentOptions } from '../stage/environment.ts'
import type { Upstream } from '../stage/upstream.ts'
import type { ChainName } from '../world/origin-chains.ts'

/** How a job ended on the sources beside this file. */
export type VariantAnswer =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly finding: RecordFinding }
  /** The harness could not judge: that is no assertion. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** The variant's modules cannot be loaded. */
  | { readonly kind: 'unloadable'; readonly reason: string }

/** What a variant's worker is asked: to run a job, with the origin of the second chain that it needs, or to stop. */
export type VariantRequest =
  | { readonly job: Job; readonly beside?: { readonly chain: ChainName; readonly origin: Upstream } }
  | 'stop'

const ROOT = join(import.meta.dirname, '../..')

const setTimer = (delayMs: number, callback: () => void) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

const describe = (cause: unknown) => {
  if (cause instanceof HarnessError) return `${cause.code}: ${cause.shortMessage}`
  return cause instanceof Error ? cause.message : String(cause)
}

const broken = (cause: unknown): VariantAnswer => ({ kind: 'broken', reason: describe(cause) })

async function judge(job: Job, environment: Environment): Promise<VariantAnswer> {
  let findings: readonly RecordFinding[]
  const ports = { setTimer, nowMs: () => performance.now(), onEvent() {} }
  if (job.scenario) {
    findings = (await executeScenario(job.scenario, job, environment, ports)).findings
  } else {
    let property: PropertyDefinition
    try {
      ;({ PROPERTY: property } = await import(pathToFileURL(join(ROOT, job.file)).href))
    } catch (cause) {
      return { kind: 'unloadable', reason: describe(cause) }
    }
    findings = (await executeProperty(property, job, environment, ports)).findings
  }
  const [finding] = findings
  if (finding === undefined) return { kind: 'passed' }
  // A property that threw asserted nothing.
  return finding.law === 'property.threw'
    ? { kind: 'broken', reason: finding.found }
    : { kind: 'failed', finding }
}

async function main() {
  const besides = new Map<ChainName, Upstream>()
  const environment = await createEnvironment({
    ...(workerData as EnvironmentOptions),
    // What a job needs comes with it.
    openOrigin: async (chain) => besides.get(chain) as Upstream,
  })
  let busy: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', (request: VariantRequest) => {
    busy = busy.then(async () => {
      if (request === 'stop') {
        await environment.stop()
        process.exit(0)
      }
      const { job, beside } = request
      if (beside) besides.set(beside.chain, beside.origin)
      parentPort?.postMessage(await judge(job, environment).catch(broken))
    })
  })
  parentPort?.postMessage('ready')
}

main().catch((cause: unknown) => {
  parentPort?.postMessage(broken(cause))
  parentPort?.close()
})
