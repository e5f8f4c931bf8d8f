import { existsSync, readFileSync, rmSync } from 'node:fs'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { COVERAGE_UNIVERSE } from '../coverage/universe.ts'
import { HarnessError } from '../errors.ts'
import type { RecordFuzz, RecordScenario } from '../record/record.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { CorpusEntry } from './corpus.ts'
import type { CommandCounts } from './count-commands.ts'
import type { FailureIdentity } from './failure-identity.ts'

/** A distinct failure, made small. */
export interface Failure {
  readonly identity: FailureIdentity
  readonly firstCase: number
  /** Cases that failed in this way. */
  readonly cases: number
  /** The smallest case, as it is reported. */
  readonly record: RecordScenario
}

/** Everything that a fuzz run needs to go on after the blocks that it has completed. */
export interface FuzzState {
  readonly version: typeof STATE_VERSION
  /** Number of the next case. */
  readonly next: number
  readonly elapsedMs: number
  readonly operations: number
  readonly rerun: number
  /** Cases of which nothing can be said. */
  readonly notApplicable: number
  readonly commands: CommandCounts
  readonly blocks: RecordFuzz['blocks']
  /** Coverage keys with the number of cases that show them. */
  readonly coverage: Readonly<Record<string, number>>
  /** Number of cases of the corpus that are replayed before anything is drawn: those at the start. */
  readonly replayed: number
  /** The corpus at the start, and what was added to it. */
  readonly corpus: readonly CorpusEntry[]
  readonly failures: readonly Failure[]
  /** Cases that the harness could not run. */
  readonly broken: readonly RecordScenario[]
  /** A run that has reached its end is not continued. */
  readonly isComplete: boolean
}

const STATE_VERSION = 3

/** The state of a run that begins. */
export const startState = (corpus: readonly CorpusEntry[]): FuzzState => ({
  version: STATE_VERSION,
  next: 0,
  elapsedMs: 0,
  operations: 0,
  rerun: 0,
  notApplicable: 0,
  commands: {},
  blocks: [],
  coverage: {},
  replayed: corpus.length,
  corpus,
  failures: [],
  broken: [],
  isComplete: false,
})

/** Number of keys reached, of those that count. */
export const countKeys = (coverage: Iterable<string>): number => {
  const reached = new Set(coverage)
  return COVERAGE_UNIVERSE.filter((key) => reached.has(key)).length
}

/** Digest over all cases of the completed blocks. */
export const digestOf = ({ blocks }: FuzzState): string => blocks.at(-1)?.digest ?? ''

/**
 * Read the state of a run that was interrupted; undefined when there is none to continue.
 *
 * @throws HarnessError CACHE_CORRUPT
 */
export function readState(path: string): FuzzState | undefined {
  if (!existsSync(path)) return undefined
  try {
    const state = JSON.parse(readFileSync(path, 'utf8')) as FuzzState
    return state.version === STATE_VERSION && !state.isComplete ? state : undefined
  } catch (cause) {
    throw new HarnessError('CACHE_CORRUPT', 'the state of an interrupted fuzz run cannot be read', {
      where: path,
      expected: 'JSON as `assay fuzz` writes it',
      found: describeCause(cause),
      hint: 'delete the file; the run then starts at its first case',
      cause,
    })
  }
}

/** Keep the state of a run. */
export const writeState = (path: string, state: FuzzState): void =>
  writeAtomically(path, JSON.stringify(state))

/** Forget the state of a run. */
export const dropState = (path: string): void => rmSync(path, { force: true })
