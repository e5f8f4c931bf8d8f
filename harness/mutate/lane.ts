import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRunDirectory } from '../chain/process-ledger.ts'
import type { Job } from '../schedule/job.ts'
import type { EnvironmentOptions } from '../stage/environment.ts'
import type { Upstream } from '../stage/upstream.ts'
import type { ChainName } from '../world/origin-chains.ts'
import { applyEdits } from './apply-edits.ts'
import type { Edit } from './mutant.ts'
import { createForgeWorkshop, type ForgeWorkshop } from './run-forge.ts'
import { runVitest } from './run-vitest.ts'
import { createSourceTree, type Sources, type SourceTree } from './source-tree.ts'
import { createVariantRunner, type RunnerAnswer, type VariantRunner } from './variant-runner.ts'
import type { Verdict } from './verdict.ts'

/** A stack whose sources differ from those of the working tree. */
export interface Variant {
  readonly key: string
  readonly sources: Sources
}

/**
 * What runs variants one after the other; it keeps a few of them ready. What comes to an end after it was aborted says
 * nothing: it throws the reason.
 */
export interface Lane {
  /** Apply edits to the sources. */
  build(key: string, edits: readonly Edit[]): Variant | { readonly problem: string }
  runJob(variant: Variant, job: Job): Promise<RunnerAnswer>
  /** Run test files: by Forge where they are of contracts, by vitest otherwise. */
  runTests(variant: Variant, files: readonly string[], timeoutMs: number): Promise<Verdict>
  stop(): Promise<void>
}

/** Opens the origin of a second chain. */
export type OpenOrigin = (chain: ChainName) => Promise<Upstream>

/** What a lane is made of. */
export interface LaneOptions {
  /** Project whose sources are copied; they stay as they are. */
  readonly sources: string
  /** Project whose compiled contracts Forge starts from. */
  readonly builds: string
  /** Where its copies of the project go. */
  readonly copyDir: string
  readonly environment: Omit<EnvironmentOptions, 'openOrigin'>
  readonly openOrigin: OpenOrigin
  readonly forgeBinary: string
  readonly jobTimeoutMs: number
  /** Aborted: what runs is ended. */
  readonly signal: AbortSignal
}

/** Tell whether a test file is one of contracts. */
export const isSolidity = (file: string): boolean => file.endsWith('.t.sol')

/** A mutant, what it is compared with, and one more. */
const READY_VARIANTS = 3

interface Slot {
  readonly tree: SourceTree
  readonly runner: VariantRunner
  variant: Variant
}

/** Create a lane; its copies of the project are gone when it stops, or when its process is found dead. */
export function createLane(options: LaneOptions): Lane {
  const { sources, builds, signal } = options
  const directory = createRunDirectory(options.copyDir)
  let workshop: ForgeWorkshop | undefined
  /** The one that was used last comes last. */
  const slots: Slot[] = []

  const take = async (variant: Variant): Promise<Slot> => {
    const found = slots.findIndex((slot) => slot.variant.key === variant.key)
    const [kept] = slots.splice(Math.max(found, 0), found >= 0 || slots.length >= READY_VARIANTS ? 1 : 0)
    if (kept !== undefined && found >= 0) {
      slots.push(kept)
      return kept
    }
    await kept?.runner.stop()
    const tree = kept?.tree ?? createSourceTree(sources, join(directory.path, `tree-${slots.length}`))
    tree.set(variant.sources)
    const runner = createVariantRunner(tree, {
      ...options.environment,
      openOrigin: options.openOrigin,
      timeoutMs: options.jobTimeoutMs,
      signal,
    })
    const slot = { tree, runner, variant }
    slots.push(slot)
    return slot
  }

  const unlessAborted = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work
    signal.throwIfAborted()
    return answer
  }

  return {
    build(key, edits) {
      const overlay = applyEdits(edits, (file) => readFileSync(join(sources, file), 'utf8'))
      return 'problem' in overlay ? overlay : { key, sources: overlay.sources }
    },
    runJob: async (variant, job) => unlessAborted((await take(variant)).runner.run(job)),
    async runTests(variant, files, timeoutMs) {
      if (!files.every(isSolidity)) {
        return unlessAborted(runVitest(files, (await take(variant)).tree.path, { timeoutMs, signal }))
      }
      workshop ??= createForgeWorkshop({
        sources,
        builds,
        directory: join(directory.path, 'forge'),
        forge: options.forgeBinary,
        signal,
      })
      return unlessAborted(workshop.run(files, variant.sources, timeoutMs))
    },
    async stop() {
      for (const { runner } of slots) await runner.stop()
      directory.remove()
    },
  }
}
