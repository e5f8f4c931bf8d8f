import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { readRecord } from '../record/read-record.ts'
import type { RunRecord } from '../record/record.ts'
import { RUN_ID } from '../record/run-id.ts'
import { RUNS_DIR } from './paths.ts'

/** A run that was found, and the path of its record. */
export interface FoundRun {
  readonly record: RunRecord
  readonly path: string
}

/**
 * Find a run: by its id, its directory or its run.json; the newest one of a folder of runs without any.
 *
 * @throws HarnessError BAD_USAGE when there is none; RECORD_UNREADABLE
 */
export function findRun(target: string | undefined, out = RUNS_DIR): FoundRun {
  const found = target === undefined ? findNewestRecord(out) : findRecord(target, out)
  if (found !== undefined) return { record: readRecord(found), path: resolve(found) }
  throw new HarnessError('BAD_USAGE', 'there is no such run', {
    where: target ?? out,
    expected: `the id of a run in ${out}, a run directory or its run.json`,
    found: 'no run.json',
    hint: target === undefined ? 'run scenarios first: `assay run`' : 'correct the id or the path',
  })
}

/** Find the run.json of a run by its id, its directory or itself. */
export const findRecord = (target: string, out = RUNS_DIR): string | undefined =>
  [target, join(target, 'run.json'), join(out, target, 'run.json')].find(
    (path) => path.endsWith('.json') && existsSync(path) && statSync(path).isFile(),
  )

/** Find the run.json of the newest run in a folder of runs: a run id begins with the time. */
export const findNewestRecord = (out: string): string | undefined =>
  (existsSync(out) ? readdirSync(out) : [])
    .filter((name) => RUN_ID.test(name))
    .sort()
    .map((name) => join(out, name, 'run.json'))
    .findLast((path) => existsSync(path))
