import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layer } from '../../tools/core/layers.ts'
import type { Upstream } from '../run/environment.ts'
import type { Job } from '../run/job.ts'
import { applyEdits } from './apply-edits.ts'
import { type Candidates, createCandidateSearch } from './candidates.ts'
import type { Ablation, Edit, Mutant, MutantLayer } from './mutant.ts'
import { createForgeWorkshop, type ForgeWorkshop } from './run-forge.ts'
import { runVitest } from './run-vitest.ts'
import type { Variant } from './variant-loader.ts'
import { createVariantRunner, type VariantRunner } from './variant-runner.ts'
import type { Verdict } from './verdict.ts'

/** What became of a mutant. */
export interface MutantOutcome {
  readonly mutant: Mutant
  readonly verdict: Verdict
  /** The verdict with all other layers switched off; for the contracts, whose tests hold no other layer, the same. */
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
  readonly stateDir: string
  readonly anvilBinary: string
  readonly forgeBinary: string
  /** Judge each mutant with all other layers off as well. */
  readonly withAblation: boolean
  /** Find what needs each layer. */
  readonly withLayers: boolean
  readonly onMutant: (outcome: MutantOutcome) => void
  readonly onLayer: (outcome: LayerOutcome) => void
  readonly signal: AbortSignal
}

/** The spending limiter is what asks the guardian: neither is there without the other. */
const PARTNERS: Readonly<Partial<Record<MutantLayer, MutantLayer>>> = {
  guardian: 'spending-limiter',
  'spending-limiter': 'guardian',
}

/** Longest time for one scenario or property, and for the test files of one mutant. */
const JOB_TIMEOUT_MS = 60_000
const TESTS_TIMEOUT_MS = 240_000
/** The cage alone takes a minute to compile. */
const FORGE_TIMEOUT_MS = 900_000

/** Scenarios that a fault may break instead of failing them before it counts as one that nobody can judge. */
const MOST_BROKEN = 12

/** Judge mutants on as many forks as there are workers; nothing in the working tree is changed. */
export async function runCampaign(options: CampaignOptions): Promise<{
  readonly mutants: readonly MutantOutcome[]
  readonly layers: readonly LayerOutcome[]
}> {
  const find = createCandidateSearch(options.jobs, options.root)
  const outcomes: MutantOutcome[] = []
  const layers: LayerOutcome[] = []
  const tasks: ((lane: Lane) => Promise<void>)[] = options.mutants.map((mutant) => async (lane) => {
    const started = performance.now()
    const candidates = find(mutant)
    const verdict = await lane.judge(mutant, candidates)
    const alone =
      options.withAblation && verdict.kind !== 'invalid'
        ? mutant.layer === 'cage'
          ? verdict
          : await lane.judgeAlone(mutant, startWith(candidates, verdict))
        : undefined
    const outcome = { mutant, verdict, ...(alone ? { alone } : {}), durationMs: performance.now() - started }
    outcomes.push(outcome)
    options.onMutant(outcome)
  })
  if (options.withLayers) {
    for (const ablation of options.ablations) {
      tasks.push(async (lane) => {
        const outcome = { layer: ablation.layer, verdict: await lane.judgeWithout(ablation) }
        layers.push(outcome)
        options.onLayer(outcome)
      })
    }
  }
  const next = () => (options.signal.aborted ? undefined : tasks.shift())
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(options.workers, tasks.length)) }, async (_, index) => {
      const lane = createLane(options, index)
      try {
        for (let task = next(); task !== undefined; task = next()) await task(lane)
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
function startWith(
  { jobs, testFiles }: Candidates,
  verdict: Verdict,
): Candidates & { readonly testsFirst: boolean } {
  const by = verdict.kind === 'killed' ? verdict.by : ''
  const file = testFiles.find((name) => by.startsWith(`${name} ›`))
  return {
    jobs: [...jobs].sort((a, b) => Number(by.startsWith(b.id)) - Number(by.startsWith(a.id))),
    testFiles: file === undefined ? testFiles : [file],
    testsFirst: file !== undefined,
  }
}

interface Lane {
  judge(mutant: Mutant, candidates: Candidates): Promise<Verdict>
  /** Judge with all other layers off, by what passes then without the mutant. */
  judgeAlone(mutant: Mutant, candidates: Candidates & { readonly testsFirst: boolean }): Promise<Verdict>
  /** Find what turns red when only this layer is off. */
  judgeWithout(ablation: Ablation): Promise<Verdict>
  stop(): Promise<void>
}

/** One fork and one workshop, on which mutants are judged one after the other. */
function createLane(options: CampaignOptions, index: number): Lane {
  const { root, ablations } = options
  const runner: VariantRunner = createVariantRunner({
    root,
    index,
    upstream: options.upstream,
    stateDir: options.stateDir,
    anvilBinary: options.anvilBinary,
    timeoutMs: JOB_TIMEOUT_MS,
  })
  let workshop: ForgeWorkshop | undefined
  const passing = new Map<string, Promise<boolean>>()

  const build = (key: string, edits: readonly Edit[]): Variant | { readonly problem: string } => {
    const overlay = applyEdits(edits, (file) => readFileSync(join(root, file), 'utf8'))
    if ('problem' in overlay) return overlay
    return {
      key,
      sources: Object.fromEntries([...overlay.sources].map(([file, source]) => [join(root, file), source])),
    }
  }

  /** Whether a job passes on a variant without a fault: what is red anyway notices nothing. */
  const passesOn = (variant: Variant, job: Job) => {
    const key = `${variant.key} ${job.id}`
    const known = passing.get(key) ?? runner.run(variant, job).then(({ kind }) => kind === 'passed')
    passing.set(key, known)
    return known
  }

  const judgeByJobs = async (
    variant: Variant,
    jobs: readonly Job[],
    sound: { readonly variant: Variant; readonly isAskedFirst: boolean },
  ): Promise<Verdict> => {
    let timedOut: Verdict | undefined
    let asked = 0
    let broken = 0
    let problem: string | undefined
    for (const job of jobs) {
      if (options.signal.aborted || broken > MOST_BROKEN) break
      if (sound.isAskedFirst && !(await passesOn(sound.variant, job))) continue
      asked += 1
      const answer = await runner.run(variant, job)
      if (answer.kind === 'unloadable') return { kind: 'invalid', problem: answer.reason }
      if (answer.kind === 'timed-out') timedOut ??= { kind: 'timed-out', at: job.id }
      if (answer.kind === 'broken') {
        broken += 1
        problem ??= `it breaks ${job.id}: ${answer.reason}`
      }
      if (answer.kind === 'timed-out') broken += 4
      if (answer.kind !== 'failed' || !(await passesOn(sound.variant, job))) continue
      const { law, step, expected, found } = answer.finding
      const at = job.kind === 'scripted' ? ` › step ${step + 1}` : ''
      return { kind: 'killed', by: `${job.id}${at}`, assertion: `${law}: ${expected} → ${found}` }
    }
    if (timedOut) return timedOut
    if (asked === 0) problem = 'no scenario passes'
    return problem === undefined ? { kind: 'survived' } : { kind: 'unjudged', problem }
  }

  const runTests = (files: readonly string[], { sources }: Variant) =>
    runVitest(files, sources, { root, timeoutMs: TESTS_TIMEOUT_MS })

  /** The first file is the most likely one; the others are slow together. */
  const runLikelyFirst = async (
    [likely = '', ...others]: readonly string[],
    variant: Variant,
  ): Promise<Verdict> => {
    const verdict = await runTests([likely], variant)
    return isOpen(verdict) && others.length > 0 ? better(verdict, await runTests(others, variant)) : verdict
  }

  const soundVariant: Variant = { key: 'sound', sources: {} }

  return {
    async judge(mutant, { jobs, testFiles }) {
      const variant = build(mutant.id, mutant.edits)
      if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
      if (mutant.layer === 'cage') {
        if (testFiles.length === 0) return { kind: 'unjudged', problem: 'no test cites what it violates' }
        workshop ??= createForgeWorkshop({
          root,
          directory: join(options.stateDir, 'mutate', `forge-${index}`),
          forge: options.forgeBinary,
        })
        const sources = new Map(
          Object.entries(variant.sources).map(([path, text]) => [path.slice(root.length + 1), text]),
        )
        return workshop.run(testFiles, sources, FORGE_TIMEOUT_MS)
      }
      const [scripted, properties] = [jobs.filter(isScripted), jobs.filter((job) => !isScripted(job))]
      const sound = { variant: soundVariant, isAskedFirst: false }
      let verdict = await judgeByJobs(variant, scripted, sound)
      if (isOpen(verdict) && testFiles.length > 0)
        verdict = better(verdict, await runLikelyFirst(testFiles, variant))
      if (isOpen(verdict) && properties.length > 0) {
        verdict = better(verdict, await judgeByJobs(variant, properties, sound))
      }
      return verdict
    },
    async judgeAlone(mutant, { jobs, testFiles, testsFirst }) {
      const others = ablations
        .filter(({ layer }) => layer !== mutant.layer && PARTNERS[mutant.layer] !== layer)
        .flatMap(({ edits }) => edits)
      const base = build(`only-${mutant.layer}`, others)
      if ('problem' in base) return { kind: 'invalid', problem: base.problem }
      const variant = build(`${mutant.id}-alone`, [...others, ...mutant.edits])
      if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
      const byJobs = () => judgeByJobs(variant, jobs, { variant: base, isAskedFirst: true })
      const byTests = async (): Promise<Verdict> => {
        for (const file of testFiles) {
          const key = `${base.key} ${file}`
          const passes = passing.get(key) ?? runTests([file], base).then(({ kind }) => kind === 'survived')
          passing.set(key, passes)
          if (!(await passes)) continue
          const verdict = await runTests([file], variant)
          if (verdict.kind === 'killed') return verdict
        }
        return { kind: 'unjudged', problem: 'no test passes' }
      }
      const [first, second] = testsFirst ? [byTests, byJobs] : [byJobs, byTests]
      const verdict = await first()
      return isOpen(verdict) ? better(verdict, await second()) : verdict
    },
    async judgeWithout({ layer, edits, tests }) {
      const variant = build(`without-${layer}`, edits)
      if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
      const needs = options.jobs.filter(({ scenario }) => expectsDenialBy(scenario, layer))
      const verdict = await judgeByJobs(variant, needs, { variant: soundVariant, isAskedFirst: false })
      return isOpen(verdict) && tests.length > 0
        ? better(verdict, await runLikelyFirst(tests, variant))
        : verdict
    },
    stop: () => runner.stop(),
  }
}

const isScripted = ({ kind }: Job) => kind === 'scripted'

const isOpen = ({ kind }: Verdict) => kind !== 'killed' && kind !== 'invalid'

/** The verdict that says more of two of which neither is final. */
const better = (a: Verdict, b: Verdict): Verdict => {
  if (b.kind === 'killed') return b
  const rank = ['timed-out', 'survived', 'unjudged', 'invalid']
  return rank.indexOf(b.kind) <= rank.indexOf(a.kind) ? b : a
}

const expectsDenialBy = (scenario: Job['scenario'], layer: Layer) =>
  JSON.stringify(scenario?.steps ?? [], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  ).includes(`"layer":"${layer}"`)
