import { listRunProblems } from '../../reports/text/list-problems.ts'
import { HarnessError } from '../errors.ts'
import type { RunRecord } from '../record/record.ts'

/** Make the refusal to run again what failed in a run of which no scenario did, with what became of the run: BAD_USAGE. */
export function noneFailed(record: RunRecord, where: string, hint: string): HarnessError {
  const { verdict } = record.summary
  return new HarnessError('BAD_USAGE', 'no scenario of this run failed', {
    where,
    expected: 'a scenario that ran and did not pass',
    found: [`a run that ${describe[verdict]}`, ...listRunProblems(record).map(({ message }) => message)].join(
      '; ',
    ),
    hint,
  })
}

const describe = {
  passed: 'passed',
  failed: 'failed as a whole',
  broken: 'is broken',
  interrupted: 'was interrupted',
} as const
