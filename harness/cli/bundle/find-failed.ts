import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../errors.ts'
import type { RecordScenario, RunRecord } from '../../record/record.ts'
import { writeCase } from '../../scenario/case.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import { hashFiles } from '../hash-code.ts'
import { PROJECT_ROOT } from '../paths.ts'
import type { Failed } from './make-job.ts'

/** What failed in a run, with what it was before it was made small. */
export interface Found extends Failed {
  readonly original?: string
}

/**
 * Choose a failure of a run, by its number from 1 on in the order of the record, and find what it takes to run it again.
 *
 * @throws HarnessError BAD_USAGE for a number that the run does not have, SCENARIO_INVALID when its file is another one by now
 */
export function findFailed(run: RunRecord, number: number, where: string): Found {
  const failed = run.scenarios.filter(({ verdict }) => verdict === 'failed')
  const record = failed[number - 1]
  if (record === undefined) {
    const other = run.summary.broken > 0 ? `; ${run.summary.broken} broken, where the harness failed` : ''
    throw new HarnessError('BAD_USAGE', 'there is no such failure to bundle', {
      where,
      expected: failed.length === 0 ? 'a run in which a scenario failed' : `a number up to ${failed.length}`,
      found: failed.length === 0 ? `none that failed${other}` : `--finding ${number}`,
      hint:
        failed.length === 0
          ? 'bundle a run that failed'
          : 'count the scenarios that failed, from 1 on, in the order of its report',
    })
  }
  const { id, file, seed } = record
  const base = { id, file, seed, record }
  const { counterexample, original, oracle } = record.property ?? {}
  if (oracle !== undefined && counterexample !== undefined) {
    return {
      ...base,
      subject: { kind: 'case', oracle },
      text: writeCase(counterexample as ScenarioDocument),
      ...(original === undefined ? {} : { original: writeCase(original as ScenarioDocument) }),
    }
  }
  const text = readUnchanged(record, run)
  return { ...base, text, subject: { kind: record.kind === 'property' ? 'property' : 'scenario' } }
}

function readUnchanged({ file }: RecordScenario, { provenance }: RunRecord): string {
  const path = join(PROJECT_ROOT, file)
  const hash = hashFiles([file])[file]
  // A folder has no hash, and a record of others need name none.
  if (hash !== undefined && hash === provenance.files[file]) return readFileSync(path, 'utf8')
  throw new HarnessError('SCENARIO_INVALID', 'the file of what failed is not what it was', {
    where: file,
    expected: `the file that was run, at commit ${provenance.gitCommit ?? 'unknown'}`,
    found: existsSync(path) ? 'another content' : 'no file',
    hint: 'restore it, or run it again and bundle that run',
  })
}
