import { findNearest } from '../../../tools/core/suggest.ts'
import { HarnessError } from '../../errors.ts'
import { FUZZ_PROPERTIES, type FuzzProperty } from '../../fuzz/properties.ts'
import { PROGRAM, quoteWord, seedOption } from '../../record/program.ts'
import { parseDurationMs } from '../../scenario/text/units.ts'
import type { ReporterChoice } from '../choose-reporters.ts'

/** Cases of a run that chooses neither their number nor a time. */
const DEFAULT_RUNS = 200

/** Options of `assay fuzz`, as they are written. */
export interface FuzzCommandOptions {
  readonly runs?: string
  readonly time?: string
  readonly seed: string
  readonly property?: string
  readonly corpus?: string
  readonly workers?: number
  readonly coverageMin?: number
  readonly reporter?: readonly ReporterChoice[]
  readonly anvil?: string
  readonly stateDir?: string
  /** Where the folders of runs are; in the project by default. */
  readonly out?: string
}

/** How long a fuzz run goes on. */
export type FuzzLimit = { readonly runs: number } | { readonly timeMs: number }

/** Find the property that is asked for by name, or the default.
 *
 * @throws HarnessError BAD_USAGE
 */
export function findProperty(name: string | undefined): FuzzProperty {
  const names = FUZZ_PROPERTIES.map((property) => property.name)
  const wanted = name ?? names[0] ?? ''
  const found = FUZZ_PROPERTIES.find((property) => property.name === wanted)
  if (found) return found
  const nearest = findNearest(wanted, names)
  throw new HarnessError('BAD_USAGE', 'no such property', {
    where: '--property',
    expected: names.join(', '),
    found: wanted,
    hint: nearest ? `did you mean "${nearest}"?` : 'name one of these',
  })
}

/**
 * Read how long a fuzz run goes on.
 *
 * @throws HarnessError BAD_USAGE
 */
export function readLimit({ runs, time }: FuzzCommandOptions): FuzzLimit {
  const bad = (where: string, expected: string, found: string, hint: string) =>
    new HarnessError('BAD_USAGE', 'a fuzz run needs a limit', { where, expected, found, hint })
  if (runs !== undefined && time !== undefined) {
    throw bad(
      '--runs and --time',
      'one of them',
      'both',
      'drop one: a number of cases repeats exactly, a time does not',
    )
  }
  if (time !== undefined) {
    const timeMs = parseDurationMs(time)
    if (timeMs !== undefined && timeMs > 0) return { timeMs }
    throw bad('--time', 'a duration above zero', time, 'write for example 60s, 10m or 2h')
  }
  const count = Number(runs ?? DEFAULT_RUNS)
  if (/^\d+$/.test(String(runs ?? DEFAULT_RUNS)) && Number.isSafeInteger(count) && count >= 1)
    return { runs: count }
  throw bad('--runs', 'a whole number of cases, at least 1', String(runs), 'write for example --runs 1000')
}

/** Write the command that runs a fuzz run again. */
export const writeCommand = (
  { runs, time, seed, corpus }: FuzzCommandOptions,
  { name }: FuzzProperty,
): string =>
  [
    `${PROGRAM} fuzz --property ${name} ${seedOption(seed)}`,
    ...(time === undefined ? [`--runs ${runs ?? DEFAULT_RUNS}`] : [`--time ${time}`]),
    ...(corpus === undefined ? [] : [`--corpus ${quoteWord(corpus)}`]),
  ].join(' ')
