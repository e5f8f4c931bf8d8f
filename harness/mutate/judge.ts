import type { Layer } from '../../tools/core/layers.ts'
import type { RecordFinding } from '../record/record.ts'
import type { Job } from '../schedule/job.ts'
import type { Candidates } from './candidates.ts'
import type { Lane, Variant } from './lane.ts'
import type { Ablation, Mutant, MutantLayer } from './mutant.ts'
import { combine, isOpen, type Verdict } from './verdict.ts'

/** Asks scenarios, tests and properties, one after the other, whether they notice a fault. */
export interface Judge {
  judge(mutant: Mutant, candidates: Candidates): Promise<Verdict>
  /** Judge with all other layers off, by what passes then without the mutant. */
  judgeAlone(mutant: Mutant, candidates: Candidates & { readonly testsFirst: boolean }): Promise<Verdict>
  /** Find what turns red when only this layer is off. */
  judgeWithout(ablation: Ablation): Promise<Verdict>
}

/** The spending limiter is what asks the guardian: neither is there without the other. */
const PARTNERS: Readonly<Partial<Record<MutantLayer, MutantLayer>>> = {
  guardian: 'spending-limiter',
  'spending-limiter': 'guardian',
}

/** Longest time for the test files of one mutant; those that drive the command line take minutes. */
const TESTS_TIMEOUT_MS = 240_000
const SLOW_TESTS_TIMEOUT_MS = 1_200_000
/** The cage alone takes a minute to compile. */
const FORGE_TIMEOUT_MS = 900_000

/** Scenarios that a fault may break instead of failing them before it counts as one that nobody can judge. */
const MOST_BROKEN = 12

const SOUND: Variant = { key: 'sound', sources: new Map() }

/** Create the judge of a lane. */
export function createJudge(
  lane: Lane,
  options: {
    readonly ablations: readonly Ablation[]
    readonly jobs: readonly Job[]
  },
): Judge {
  const { ablations } = options
  const passing = new Map<string, Promise<boolean>>()

  /** Whether something passes on a variant without a fault: what is red anyway notices nothing. */
  const passesOn = (variant: Variant, name: string, ask: () => Promise<{ readonly kind: string }>) => {
    const key = `${variant.key} ${name}`
    const known = passing.get(key) ?? ask().then(({ kind }) => kind === 'passed' || kind === 'survived')
    passing.set(key, known)
    return known
  }

  const judgeByJobs = async (
    variant: Variant,
    jobs: readonly Job[],
    sound: { readonly variant: Variant; readonly isAskedFirst: boolean },
  ): Promise<Verdict> => {
    let timedOut: Verdict | undefined
    const asked = { scenarios: 0, properties: 0, testFiles: [] }
    let broken = 0
    let problem: string | undefined
    const isSound = (job: Job) => passesOn(sound.variant, job.id, () => lane.runJob(sound.variant, job))
    for (const job of jobs) {
      if (broken > MOST_BROKEN) break
      if (sound.isAskedFirst && !(await isSound(job))) continue
      asked[isScripted(job) ? 'scenarios' : 'properties'] += 1
      const answer = await lane.runJob(variant, job)
      if (answer.kind === 'unloadable') return { kind: 'invalid', problem: answer.reason }
      if (answer.kind === 'timed-out') timedOut ??= { kind: 'timed-out', at: job.id }
      if (answer.kind === 'broken') {
        broken += 1
        problem ??= `it breaks ${job.id}: ${answer.reason}`
      }
      if (answer.kind === 'timed-out') broken += 4
      if (answer.kind === 'failed' && (await isSound(job))) return killedBy(job, answer.finding)
    }
    if (timedOut) return timedOut
    if (asked.scenarios + asked.properties === 0) problem = 'no scenario passes'
    return problem === undefined ? { kind: 'survived', asked } : { kind: 'unjudged', problem }
  }

  /** Run test files until one notices the fault that passes without it. */
  const runTests = async (
    variant: Variant,
    files: readonly string[],
    timeoutMs = TESTS_TIMEOUT_MS,
  ): Promise<Verdict> => {
    const verdict = await lane.runTests(variant, files, timeoutMs)
    if (verdict.kind !== 'killed') return verdict
    const red = files.find((file) => verdict.by.startsWith(`${file} ›`)) ?? ''
    if (await passesOn(SOUND, red, () => lane.runTests(SOUND, [red], timeoutMs))) return verdict
    const others = files.filter((file) => file !== red)
    const open: Verdict = { kind: 'unjudged', problem: `${red} does not pass without it either` }
    return others.length === 0 ? open : combine(open, await runTests(variant, others, timeoutMs))
  }
  const runSlowTest = (variant: Variant, file: string) => runTests(variant, [file], SLOW_TESTS_TIMEOUT_MS)

  /** The first file is the most likely one; the others are slow together. */
  const runLikelyFirst = async (variant: Variant, [likely = '', ...others]: readonly string[]) =>
    inTurn([
      () => runTests(variant, [likely]),
      ...(others.length > 0 ? [() => runTests(variant, others)] : []),
    ])

  return {
    async judge(mutant, { jobs, testFiles, slowTestFiles }) {
      const variant = lane.build(mutant.id, mutant.edits)
      if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
      if (mutant.layer === 'cage') {
        return testFiles.length === 0
          ? { kind: 'unjudged', problem: 'no test cites what it violates' }
          : lane.runForge(variant, testFiles, FORGE_TIMEOUT_MS)
      }
      const [scripted, properties] = [jobs.filter(isScripted), jobs.filter((job) => !isScripted(job))]
      const byJobs = (some: readonly Job[]) => () =>
        judgeByJobs(variant, some, { variant: SOUND, isAskedFirst: false })
      // Where only tests are named, no scenario is expected to notice.
      const named = mutant.killers.every((file) => testFiles.includes(file)) ? mutant.killers : []
      const others = testFiles.filter((file) => !named.includes(file))
      return inTurn([
        ...named.map((file) => () => runTests(variant, [file])),
        ...(scripted.length > 0 ? [byJobs(scripted)] : []),
        ...(others.length > 0 ? [() => runLikelyFirst(variant, others)] : []),
        ...(properties.length > 0 ? [byJobs(properties)] : []),
        // A control would take minutes to survive what says little of it.
        ...(mutant.isControl ? [] : slowTestFiles).map((file) => () => runSlowTest(variant, file)),
      ])
    },
    async judgeAlone(mutant, { jobs, testFiles, slowTestFiles, testsFirst }) {
      const others = ablations
        .filter(({ layer }) => layer !== mutant.layer && PARTNERS[mutant.layer] !== layer)
        .flatMap(({ edits }) => edits)
      const base = lane.build(`only-${mutant.layer}`, others)
      if ('problem' in base) return { kind: 'invalid', problem: base.problem }
      const variant = lane.build(`${mutant.id}-alone`, [...others, ...mutant.edits])
      if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
      const byTest = (file: string, timeoutMs: number) => async (): Promise<Verdict> =>
        (await passesOn(base, file, () => lane.runTests(base, [file], timeoutMs)))
          ? lane.runTests(variant, [file], timeoutMs)
          : { kind: 'unjudged', problem: `${file} does not pass` }
      const byTests = [
        ...testFiles.map((file) => byTest(file, TESTS_TIMEOUT_MS)),
        ...slowTestFiles.map((file) => byTest(file, SLOW_TESTS_TIMEOUT_MS)),
      ]
      const byJobs = () => judgeByJobs(variant, jobs, { variant: base, isAskedFirst: true })
      return inTurn(testsFirst ? [...byTests, byJobs] : [byJobs, ...byTests])
    },
    async judgeWithout({ layer, edits, tests }) {
      const variant = lane.build(`without-${layer}`, edits)
      if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
      const needs = options.jobs.filter(({ scenario }) => expectsDenialBy(scenario, layer))
      return inTurn([
        () => judgeByJobs(variant, needs, { variant: SOUND, isAskedFirst: false }),
        ...(tests.length > 0 ? [() => runLikelyFirst(variant, tests)] : []),
      ])
    },
  }
}

/** Ask judges in turn until one has the last word. */
async function inTurn(judges: readonly (() => Promise<Verdict>)[]): Promise<Verdict> {
  let verdict: Verdict = { kind: 'unjudged', problem: 'nothing cites what it violates' }
  for (const judge of judges) {
    verdict = combine(verdict, await judge())
    if (!isOpen(verdict)) return verdict
  }
  return verdict
}

/** What an expectation finds that waits for another denial: its code, behind the layer. */
const OTHER_DENIAL = /^[\w-]+\/[A-Z_]+: /

function killedBy(job: Job, { law, step, expected, found }: RecordFinding): Verdict {
  const at = isScripted(job) ? ` › step ${step + 1}` : ''
  const isOtherDenial = /^expect\.(denied|error)$/.test(law) && OTHER_DENIAL.test(found)
  return {
    kind: 'killed',
    by: `${job.id}${at}`,
    assertion: `${law}: ${expected} → ${found}`,
    ...(isOtherDenial ? { isOtherDenial } : {}),
  }
}

const isScripted = ({ kind }: Job) => kind === 'scripted'

const expectsDenialBy = (scenario: Job['scenario'], layer: Layer) =>
  JSON.stringify(scenario?.steps ?? [], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  ).includes(`"layer":"${layer}"`)
