import { createFuzzProgress } from '../../../reports/fuzz-progress.ts'
import { writeCorpus } from '../../fuzz/corpus.ts'
import { describeIdentity } from '../../fuzz/failure-identity.ts'
import type { FuzzListener } from '../../fuzz/fuzz-options.ts'
import { countKeys, digestOf, type FuzzState, writeState } from '../../fuzz/fuzz-state.ts'
import type { FuzzRun } from './fuzz-run.ts'

/** Show how a fuzz run goes on, and keep what each block adds. */
export function showProgress(
  { io, limit, options: { corpus } }: FuzzRun,
  state: FuzzState,
  statePath: string,
): { readonly listener: FuzzListener; end(): void } {
  const progress = createFuzzProgress({
    write: io.writeError,
    isTty: io.isTty,
    columns: io.columns,
    colors: io.errorColors,
    first: state.next,
    ...('runs' in limit ? { total: limit.runs } : {}),
    nowMs: () => performance.now(),
  })
  let knownKeys = countKeys(Object.keys(state.coverage))
  return {
    listener: {
      caseFinished: (_, operations) => progress.caseFinished(operations),
      shrinking: (identity, firstCase) =>
        progress.say(
          `${io.errorColors.red('failed')}  case ${firstCase}: ${describeIdentity(identity)}; making it small`,
        ),
      blockFinished(next) {
        const coverageKeys = countKeys(Object.keys(next.coverage))
        io.tryWrite(() => writeState(statePath, next))
        if (corpus !== undefined) io.tryWrite(() => writeCorpus(corpus, next.corpus.slice(next.replayed)))
        progress.blockFinished({
          next: next.next,
          coverageKeys,
          newKeys: coverageKeys - knownKeys,
          failures: next.failures.length,
          digest: digestOf(next),
        })
        knownKeys = coverageKeys
      },
    },
    end: () => progress.end(),
  }
}
