import { join } from 'node:path'
import type { Layer } from '../../tools/core/layers.ts'
import { createRunDirectory } from '../chain/process-ledger.ts'
import type { Job } from '../schedule/job.ts'
import type { Upstream } from '../stage/upstream.ts'
import { type Candidates, createCandidateSearch } from './candidates.ts'
import { createJudge, type Judge } from './judge.ts'
import { createLane, type OpenOrigin } from './lane.ts'
import type { Ablation, Mutant } from './mutant.ts'
import { createSourceTree } from './source-tree.ts'
import type { Verdict } from './verdict.ts'

/** What became of a mutant. */
export interface MutantOutcome {
  readonly mutant: Mutant
  readonly verdict: Verdict
  /**
   * The verdict with all other layers switched off; for the contracts, whose tests hold no other layer, the same. A
   * control has none.
   */
  readonly alone?: Verdict
  readonly durationMs: number
}

/** What needs a layer: the first scenario that turns red when only this layer is off. */
export interface LayerOutcome {
  readonly layer: Layer
  readonly verdict: Verdict
}

/** What a campaign is run with. */
export interface CampaignOptions {
  readonly root: string
  readonly mutants: readonly Mutant[]
  readonly ablations: readonly Ablation[]
  /** Every scenario and property there is. */
  readonly jobs: readonly Job[]
  readonly workers: number
  readonly upstream: Upstream
  readonly openOrigin: OpenOrigin
  readonly stateDir: string
  /** Where the copies of the project go. */
  readonly copyDir: string
  readonly anvilBinary: string
  readonly forgeBinary: string
  /** Judge each mutant with all other layers off as well. */
  readonly withAblation: boolean
  /** Find what needs each layer. */
  readonly withLayers: boolean
  readonly onMutant: (outcome: MutantOutcome) => void
  readonly onLayer: (outcome: LayerOutcome) => void
  /** Aborted: what is being judged has no verdict, and nothing more is judged. */
  readonly signal: AbortSignal
}

/** Longest time for one scenario or property. */
const JOB_TIMEOUT_MS = 60_000

/** What became of all mutants of a campaign. */
interface CampaignOutcome {
  readonly mutants: readonly MutantOutcome[]
  readonly layers: readonly LayerOutcome[]
}

/**
 * Judge mutants on as many forks as there are workers; nothing in the working tree is changed, and what changes there
 * meanwhile is not seen.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignOutcome> {
  const directory = createRunDirectory(options.copyDir)
  try {
    return await judgeAll(options, createSourceTree(options.root, join(directory.path, 'sources')).path)
  } finally {
    directory.remove()
  }
}

async function judgeAll(options: CampaignOptions, sources: string): Promise<CampaignOutcome> {
  const find = createCandidateSearch(options.jobs, sources)
  const outcomes: MutantOutcome[] = []
  const layers: LayerOutcome[] = []
  const tasks: ((judge: Judge) => Promise<void>)[] = options.mutants.map((mutant) => async (judge) => {
    const started = performance.now()
    const candidates = find(mutant)
    const verdict = await judge.judge(mutant, candidates)
    const alone =
      options.withAblation && verdict.kind !== 'invalid' && !mutant.isControl
        ? mutant.layer === 'cage'
          ? verdict
          : await judge.judgeAlone(mutant, startWith(candidates, verdict))
        : undefined
    const outcome = { mutant, verdict, ...(alone ? { alone } : {}), durationMs: performance.now() - started }
    outcomes.push(outcome)
    options.onMutant(outcome)
  })
  if (options.withLayers) {
    for (const ablation of options.ablations) {
      tasks.push(async (judge) => {
        const outcome = { layer: ablation.layer, verdict: await judge.judgeWithout(ablation) }
        layers.push(outcome)
        options.onLayer(outcome)
      })
    }
  }
  const next = () => (options.signal.aborted ? undefined : tasks.shift())
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(options.workers, tasks.length)) }, async (_, index) => {
      const { root, upstream, openOrigin, stateDir, copyDir, anvilBinary, forgeBinary, signal } = options
      const environment = { upstream, stateDir, anvilBinary, index }
      const lane = createLane({
        sources,
        builds: root,
        copyDir,
        environment,
        openOrigin,
        forgeBinary,
        jobTimeoutMs: JOB_TIMEOUT_MS,
        signal,
      })
      const judge = createJudge(lane, options)
      try {
        for (let task = next(); task !== undefined; task = next()) await task(judge)
      } catch (cause) {
        if (!signal.aborted) throw cause
      } finally {
        await lane.stop()
      }
    }),
  )
  const place = new Map(options.mutants.map(({ id }, index) => [id, index]))
  return {
    mutants: outcomes.sort((a, b) => (place.get(a.mutant.id) ?? 0) - (place.get(b.mutant.id) ?? 0)),
    layers,
  }
}

/** Ask first what noticed the mutant with all layers on. */
function startWith(candidates: Candidates, verdict: Verdict): Candidates & { readonly testsFirst: boolean } {
  const { jobs, testFiles, slowTestFiles } = candidates
  const by = verdict.kind === 'killed' ? verdict.by : ''
  const file = [...testFiles, ...slowTestFiles].find((name) => by.startsWith(`${name} ›`))
  const isAsked = (name: string) => file === undefined || name === file
  return {
    jobs: [...jobs].sort((a, b) => Number(by.startsWith(b.id)) - Number(by.startsWith(a.id))),
    testFiles: testFiles.filter(isAsked),
    slowTestFiles: slowTestFiles.filter(isAsked),
    testsFirst: file !== undefined,
  }
}
