import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RpcClient } from '../../../harness/chain/rpc-client.ts'
import { setRealTimer } from '../../../harness/cli/real-timer.ts'
import type { ServedUpstream } from '../../../harness/cli/upstream.ts'
import type { CaseOracle } from '../../../harness/property/case-judge.ts'
import type { ScenarioDocument } from '../../../harness/scenario/scenario-document.ts'
import type { executeCase } from '../../../harness/schedule/execute-case.ts'
import type { createEnvironment } from '../../../harness/stage/environment.ts'
import { readProcess } from '../measure/read-process.ts'
import { watchRequests } from '../measure/watch-requests.ts'
import { servePlays } from '../play/serve-plays.ts'

/** Where the parts of a checkout stand, below its root. */
export interface Layout {
  readonly environment: string
  readonly executeCase: readonly [file: string, name: string]
}

/** Which checkout plays which cases. */
export interface DrawnCasesOptions {
  readonly root: string
  readonly layout: Layout
  /** Documents of cases; undefined: as many as `draws` says are drawn by this checkout. */
  readonly documents?: readonly ScenarioDocument[]
  readonly draws: number
}

/** Which of the cases to play, by their numbers, and what they are held to. */
export interface CasesRequest {
  readonly cases: readonly number[]
  readonly oracle: CaseOracle
}

/** What some cases came to. */
export interface PlayedCases {
  readonly elapsedMs: number
  /** CPU time of this process; the node's is not in it. */
  readonly cpuMs: number
  /** CPU time of the fork's node; 0 where /proc does not say. */
  readonly nodeCpuMs: number
  /** Time in which at least one request was on its way. */
  readonly requestMs: number
  readonly requests: number
  readonly operations: number
  /** The cases that did not pass, and why. */
  readonly broken: readonly { readonly number: number; readonly why: string }[]
}

interface Steps {
  readonly isFault: (step: never) => boolean
  readonly keepSteps: (steps: unknown, isKept: (step: never) => boolean) => unknown
  readonly stepsOf: (document: unknown) => unknown
}

/** At fe529f7 a node served the origin, which has to end. */
type FormerlyServed = ServedUpstream & { stop?(): Promise<void> }

servePlays<DrawnCasesOptions, CasesRequest>(async ({ root, layout, documents, draws }) => {
  const load = <Module>(path: string) => import(pathToFileURL(join(root, path)).href) as Promise<Module>
  const draw = async () => {
    const fc = await import('fast-check')
    const { isFault, keepSteps, stepsOf } = await load<Steps>('harness/fuzz/case-steps.ts')
    const { FUZZ_PROPERTIES } = await load<{
      readonly FUZZ_PROPERTIES: readonly [{ readonly draw: import('fast-check').Arbitrary<ScenarioDocument> }]
    }>('harness/fuzz/properties.ts')
    return fc.sample(FUZZ_PROPERTIES[0].draw, { seed: 1, numRuns: draws }).map(
      (document) =>
        ({
          ...document,
          steps: keepSteps(stepsOf(document), (step) => !isFault(step)),
        }) as ScenarioDocument,
    )
  }
  const cases = documents ?? (await draw())
  const { serveUpstream } = await load<{
    readonly serveUpstream: (options: { onProgress(): void }) => Promise<FormerlyServed>
  }>('harness/cli/upstream.ts')
  const create = (await load<{ readonly createEnvironment: typeof createEnvironment }>(layout.environment))
    .createEnvironment
  const [file, name] = layout.executeCase
  const execute = (await load<Readonly<Record<string, typeof executeCase>>>(file))[name] as typeof executeCase
  const served = await serveUpstream({ onProgress() {} })
  const { upstream, anvilBinary, storeDir } = served
  const stateDir = join(root, '.assay')
  const environment = await create({ upstream, anvilBinary, stateDir, storeDir, index: 0 })
  const clients: readonly RpcClient[] = [environment.agentRpc, environment.oracleRpc, environment.fork.rpc]
  const requests = watchRequests(clients)
  const readNodeCpu = () => readProcess(environment.fork.pid)?.cpuMs ?? 0
  const countSent = () => clients.reduce((sum, { roundTrips }) => sum + roundTrips, 0)
  const ports = { setTimer: setRealTimer, nowMs: () => performance.now(), onEvent: () => undefined }
  const job = {
    id: 'bench',
    kind: 'property',
    name: 'bench',
    path: '',
    file: 'bench',
    area: 'bench',
    seed: '1',
  } as const
  return {
    opened: cases,
    async play({ cases: numbers, oracle }) {
      let operations = 0
      const sent = countSent()
      const nodeCpu = readNodeCpu()
      const broken: { readonly number: number; readonly why: string }[] = []
      const [started, asked, cpu] = [performance.now(), requests.busyMs(), process.cpuUsage()]
      for (const number of numbers) {
        const document = cases[number] as ScenarioDocument
        try {
          const { body } = await execute(document, { ...job, document, oracle }, environment, ports)
          operations += body.steps.length
          if (body.verdict !== 'passed') broken.push({ number, why: JSON.stringify(body.findings) })
        } catch (cause) {
          broken.push({ number, why: String(cause) })
        }
      }
      const { user, system } = process.cpuUsage(cpu)
      return {
        elapsedMs: performance.now() - started,
        cpuMs: (user + system) / 1_000,
        nodeCpuMs: readNodeCpu() - nodeCpu,
        requestMs: requests.busyMs() - asked,
        requests: countSent() - sent,
        operations,
        broken,
      } satisfies PlayedCases
    },
    async stop() {
      await environment.stop()
      await served.stop?.()
    },
  }
})
