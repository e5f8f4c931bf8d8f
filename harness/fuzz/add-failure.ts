import { toJson } from '../../tools/core/json.ts'
import { isCase } from '../scenario/case.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import type { JobResult } from '../schedule/job.ts'
import { type FailureIdentity, identityOf, isSameFailure } from './failure-identity.ts'
import type { FuzzCase, FuzzOptions } from './fuzz-options.ts'
import type { Failure } from './fuzz-state.ts'
import { idOf, type RanCase } from './ran-case.ts'
import { shrink } from './shrink.ts'

/** Most runs that making one failure small may take. */
const MAX_SHRINK_EXECUTIONS = 400

/** Count a failure that is known; false when it is a new one. */
export function countKnown(failures: Failure[], identity: FailureIdentity): boolean {
  const known = failures.findIndex((failure) => isSameFailure(failure.identity, identity))
  const failure = failures[known]
  if (failure === undefined) return false
  failures[known] = { ...failure, cases: failure.cases + 1 }
  return true
}

/** Count the failure of a case that is known, or make a new one small and keep it. */
export async function addFailure(options: FuzzOptions, failures: Failure[], ran: RanCase): Promise<void> {
  const { number, fuzzCase, result } = ran
  const identity = identityOf(result.record)
  if (identity === undefined || countKnown(failures, identity)) return
  const record =
    'written' in fuzzCase ? result.record : await keepSmall(options, { number, fuzzCase, result }, identity)
  failures.push({ identity, firstCase: number, cases: 1, record })
}

/** Make a failure small and keep it; answers the record under which it is reported. */
async function keepSmall(
  options: FuzzOptions,
  { number, fuzzCase, result }: RanCase & { readonly fuzzCase: Extract<FuzzCase, { document: unknown }> },
  identity: FailureIdentity,
) {
  const { document, oracle } = fuzzCase
  options.listener.shrinking(identity, number)
  let small = result
  const shrunk = await shrink({
    document,
    report: reportOf(small),
    identity,
    maxExecutions: MAX_SHRINK_EXECUTIONS,
    signal: options.signal,
    async run(candidate) {
      if (!isCase(candidate)) return undefined
      const again = await options.runCase(idOf(options, number), { document: candidate, oracle })
      if (again === undefined || again.record.verdict === 'broken') return undefined
      const found = identityOf(again.record)
      if (found && isSameFailure(found, identity)) small = again
      return reportOf(again)
    },
  })
  const property = {
    runs: shrunk.executions + 1,
    counterexample: toJson(shrunk.document),
    original: toJson(document),
    oracle,
  }
  return options.keep({
    identity,
    firstCase: number,
    document: shrunk.document,
    oracle,
    report: shrunk.report,
    record: { ...small.record, property },
  })
}

const reportOf = ({ record, foreseen }: JobResult): CaseReport => ({
  body: record,
  expectations: foreseen?.expectations ?? [],
  verdicts: foreseen?.verdicts ?? [],
})
