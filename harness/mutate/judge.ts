import type { Layer } from '../../tools/core/layers.ts'
import type { Job } from '../schedule/job.ts'
import type { Candidates } from './candidates.ts'
import { isScripted, judgeByJobs } from './judge-by-jobs.ts'
import { judgeByTests, judgeLikelyFirst, SLOW_TESTS_TIMEOUT_MS, TESTS_TIMEOUT_MS } from './judge-by-tests.ts'
import { isSolidity, type Lane } from './lane.ts'
import type { Ablation, Mutant, MutantLayer } from './mutant.ts'
import { rememberSound, SOUND, type SoundLane } from './sound-lane.ts'
import { inTurn, type Verdict } from './verdict.ts'

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

/** The cage alone takes a minute to compile. */
const CONTRACTS_TIMEOUT_MS = 900_000

/** Create the judge of a lane. */
export function createJudge(
  lane: Lane,
  { ablations, jobs }: { readonly ablations: readonly Ablation[]; readonly jobs: readonly Job[] },
): Judge {
  const sound = rememberSound(lane)
  return {
    judge: (mutant, candidates) => judgeTogether(sound, mutant, candidates),
    judgeAlone: (mutant, candidates) => judgeAlone(sound, mutant, candidates, ablations),
    judgeWithout: (ablation) => judgeWithout(sound, ablation, jobs),
  }
}

async function judgeTogether(
  sound: SoundLane,
  mutant: Mutant,
  { jobs, testFiles, slowTestFiles }: Candidates,
): Promise<Verdict> {
  const { lane } = sound
  const variant = lane.build(`mutant ${mutant.id}`, mutant.edits)
  if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
  const byTest = (file: string, timeoutMs: number) => () => judgeByTests(sound, variant, [file], timeoutMs)
  if (mutant.layer === 'cage') {
    const solidity = testFiles.filter(isSolidity)
    const byForge = () => judgeByTests(sound, variant, solidity, CONTRACTS_TIMEOUT_MS)
    return inTurn([
      ...testFiles.filter((file) => !isSolidity(file)).map((file) => byTest(file, CONTRACTS_TIMEOUT_MS)),
      ...(solidity.length > 0 ? [byForge] : []),
    ])
  }
  const [scripted, properties] = [jobs.filter(isScripted), jobs.filter((job) => !isScripted(job))]
  const byJobs = (some: readonly Job[]) => () =>
    judgeByJobs(sound, variant, some, { variant: SOUND, isAskedFirst: false })
  // Where only tests are named, no scenario is expected to notice.
  const named = mutant.killers.every((file) => testFiles.includes(file)) ? mutant.killers : []
  const others = testFiles.filter((file) => !named.includes(file))
  return inTurn([
    ...named.map((file) => byTest(file, TESTS_TIMEOUT_MS)),
    ...(scripted.length > 0 ? [byJobs(scripted)] : []),
    ...(others.length > 0 ? [() => judgeLikelyFirst(sound, variant, others)] : []),
    ...(properties.length > 0 ? [byJobs(properties)] : []),
    // A control would take minutes to survive what says little of it.
    ...(mutant.isControl ? [] : slowTestFiles).map((file) => byTest(file, SLOW_TESTS_TIMEOUT_MS)),
  ])
}

async function judgeAlone(
  sound: SoundLane,
  mutant: Mutant,
  { jobs, testFiles, slowTestFiles, testsFirst }: Candidates & { readonly testsFirst: boolean },
  ablations: readonly Ablation[],
): Promise<Verdict> {
  const { lane } = sound
  const others = ablations
    .filter(({ layer }) => layer !== mutant.layer && PARTNERS[mutant.layer] !== layer)
    .flatMap(({ edits }) => edits)
  const base = lane.build(`only ${mutant.layer}`, others)
  if ('problem' in base) return { kind: 'invalid', problem: base.problem }
  const variant = lane.build(`alone ${mutant.id}`, [...others, ...mutant.edits])
  if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
  const byTest = (file: string, timeoutMs: number) => async (): Promise<Verdict> =>
    (await sound.passesTests(base, file, timeoutMs))
      ? lane.runTests(variant, [file], timeoutMs)
      : { kind: 'unjudged', problem: `${file} does not pass` }
  const byTests = [
    ...testFiles.map((file) => byTest(file, TESTS_TIMEOUT_MS)),
    ...slowTestFiles.map((file) => byTest(file, SLOW_TESTS_TIMEOUT_MS)),
  ]
  const byJobs = () => judgeByJobs(sound, variant, jobs, { variant: base, isAskedFirst: true })
  return inTurn(testsFirst ? [...byTests, byJobs] : [byJobs, ...byTests])
}

async function judgeWithout(
  sound: SoundLane,
  { layer, edits, tests }: Ablation,
  jobs: readonly Job[],
): Promise<Verdict> {
  const variant = sound.lane.build(`without ${layer}`, edits)
  if ('problem' in variant) return { kind: 'invalid', problem: variant.problem }
  const needs = jobs.filter(({ scenario }) => expectsDenialBy(scenario, layer))
  return inTurn([
    () => judgeByJobs(sound, variant, needs, { variant: SOUND, isAskedFirst: false }),
    ...(tests.length > 0 ? [() => judgeLikelyFirst(sound, variant, tests)] : []),
  ])
}

const expectsDenialBy = (scenario: Job['scenario'], layer: Layer) =>
  JSON.stringify(scenario?.steps ?? [], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  ).includes(`"layer":"${layer}"`)
