import { existsSync, readdirSync } from 'node:fs'
import { type CorpusEntry, readCorpus } from '../../fuzz/corpus.ts'
import type { FuzzProperty } from '../../fuzz/properties.ts'
import { readWrittenCases, type WrittenCase } from '../../fuzz/written-cases.ts'
import type { Problem } from '../../scenario/text/problem.ts'
import type { Job } from '../../schedule/job.ts'
import { type LoadedJobs, loadJobs } from '../load-jobs.ts'
import { PROJECT_ROOT, REGRESSIONS_DIR, SCRIPTED_DIR } from '../paths.ts'
import type { FuzzCommandOptions } from './options.ts'

/** What a fuzz run starts from. */
export interface FuzzInputs {
  readonly corpus: readonly CorpusEntry[]
  /** Failures that earlier runs kept. */
  readonly regressions: readonly Job[]
  readonly written: readonly WrittenCase[]
}

/** Load what a fuzz run starts from; the problems of files that cannot be read. */
export async function loadInputs(
  options: FuzzCommandOptions,
  property: FuzzProperty,
  signal: AbortSignal,
): Promise<FuzzInputs | { readonly problems: readonly Problem[] }> {
  const { corpus, seed, stateDir } = options
  const load = (folder: string) =>
    loadJobs([folder], {
      seed,
      signal,
      cwd: PROJECT_ROOT,
      thorough: true,
      ...(stateDir === undefined ? {} : { stateDir }),
    })
  const entries = corpus === undefined ? [] : readCorpus(corpus)
  const regressions = hasRegressions() ? await load(REGRESSIONS_DIR) : NOTHING
  if (regressions.problems.length > 0) return regressions
  const scripted =
    property.usesWritten === true && existsSync(SCRIPTED_DIR) ? await load(SCRIPTED_DIR) : NOTHING
  if (scripted.problems.length > 0) return scripted
  return { corpus: entries, regressions: regressions.jobs, written: readWrittenCases(scripted.jobs, seed) }
}

const NOTHING: Pick<LoadedJobs, 'jobs' | 'problems'> = { jobs: [], problems: [] }

const hasRegressions = () =>
  existsSync(REGRESSIONS_DIR) && readdirSync(REGRESSIONS_DIR).some((name) => /\.ya?ml$/.test(name))
