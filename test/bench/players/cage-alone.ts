import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBinary } from '../../../harness/chain/binaries.ts'
import { createRunDirectory } from '../../../harness/chain/process-ledger.ts'
import type { CageHunt, huntOnStand } from '../../../harness/property/cage-alone/hunt.ts'
import type { startStand } from '../../../harness/property/cage-alone/start-stand.ts'
import { readProcess } from '../measure/read-process.ts'
import { servePlays } from '../play/serve-plays.ts'

/** The checkout whose cage is held to whose model. */
export interface CageAloneOptions {
  readonly root: string
}

/** Cases that are drawn with a seed, until cage and model differ. */
export interface CageAloneRequest {
  readonly seed: number
  readonly runs: number
  readonly mostActs: number
}

/** What a hunt came to, and what it took. */
export interface PlayedHunt extends CageHunt {
  readonly elapsedMs: number
  /** CPU time of this process and of its node. */
  readonly cpuMs: number
}

servePlays<CageAloneOptions, CageAloneRequest>(async ({ root }) => {
  const load = <Module>(file: string) =>
    import(pathToFileURL(join(root, 'harness/property/cage-alone', file)).href) as Promise<Module>
  const { startStand: start } = await load<{ readonly startStand: typeof startStand }>('start-stand.ts')
  const { huntOnStand: hunt } = await load<{ readonly huntOnStand: typeof huntOnStand }>('hunt.ts')
  const stateDir = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const { path: directory } = createRunDirectory(stateDir)
  const started = await start({ binary: findBinary('anvil'), directory, name: 'cage-alone' })
  const readCpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000 + (readProcess(started.pid)?.cpuMs ?? 0)
  }
  return {
    async play(request) {
      const [startedMs, cpuMs] = [performance.now(), readCpu()]
      const found = await hunt(started.stand, request)
      return {
        ...found,
        elapsedMs: performance.now() - startedMs,
        cpuMs: readCpu() - cpuMs,
      } satisfies PlayedHunt
    },
    async stop() {
      await started.stop()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
})
