import type { Variant } from './lane.ts'
import { SOUND, type SoundLane } from './sound-lane.ts'
import { combine, inTurn, type Verdict } from './verdict.ts'

/** Longest time for the test files of one mutant. */
export const TESTS_TIMEOUT_MS = 240_000

/** Longest time for a file that drives the command line: it takes minutes. */
export const SLOW_TESTS_TIMEOUT_MS = 1_200_000

/** Run test files until one notices the fault that passes without it. */
export async function judgeByTests(
  sound: SoundLane,
  variant: Variant,
  files: readonly string[],
  timeoutMs = TESTS_TIMEOUT_MS,
): Promise<Verdict> {
  const verdict = await sound.lane.runTests(variant, files, timeoutMs)
  if (verdict.kind !== 'killed') return verdict
  const red = files.find((file) => verdict.by.startsWith(`${file} ›`)) ?? ''
  if (await sound.passesTests(SOUND, red, timeoutMs)) return verdict
  const others = files.filter((file) => file !== red)
  const open: Verdict = { kind: 'unjudged', problem: `${red} does not pass without it either` }
  return others.length === 0 ? open : combine(open, await judgeByTests(sound, variant, others, timeoutMs))
}

/** Run the first file, which is the most likely one, and then the others, which are slow together. */
export const judgeLikelyFirst = (
  sound: SoundLane,
  variant: Variant,
  [likely = '', ...others]: readonly string[],
): Promise<Verdict> =>
  inTurn([
    () => judgeByTests(sound, variant, [likely]),
    ...(others.length > 0 ? [() => judgeByTests(sound, variant, others)] : []),
  ])
