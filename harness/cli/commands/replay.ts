import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { readRecord } from '../../record/read-record.ts'
import type { CliIo } from '../io.ts'
import { PROJECT_ROOT } from '../paths.ts'
import { type RunOptions, run } from './run.ts'

/**
 * Run again exactly what failed: a scenario by its id (or file), or every scenario of a recorded run that did
 * not pass.
 */
export async function replay(target: string, options: RunOptions, io: CliIo): Promise<number> {
  const recordPath = findRecord(target)
  if (recordPath === undefined) {
    const [file = target] = target.split('#')
    // Replay commands name files as records do: relative to the project.
    const path = existsSync(file) ? file : join(PROJECT_ROOT, file)
    return run([path], { ...options, only: [target] }, io)
  }
  const record = readRecord(recordPath)
  const failed = record.scenarios.filter(({ verdict }) => verdict !== 'passed')
  if (failed.length === 0) {
    throw new HarnessError('BAD_USAGE', 'every scenario of this run passed', {
      where: recordPath,
      hint: 'replay one of its scenarios by id instead',
    })
  }
  const gone = failed.find(({ file }) => !existsSync(join(PROJECT_ROOT, file)))
  if (gone) {
    throw new HarnessError('SCENARIO_INVALID', 'a scenario of this run no longer exists', {
      where: gone.id,
      found: `recorded at commit ${record.provenance.gitCommit ?? 'unknown'}`,
      hint: 'check out that commit and replay there',
    })
  }
  const files = [...new Set(failed.map(({ file }) => join(PROJECT_ROOT, file)))]
  return run(files, { ...options, seed: record.provenance.seed, only: failed.map(({ id }) => id) }, io)
}

/** The record that a path means: a run directory, or its run.json. */
function findRecord(target: string): string | undefined {
  if (!existsSync(target)) return undefined
  if (statSync(target).isDirectory()) {
    const path = join(target, 'run.json')
    return existsSync(path) ? path : undefined
  }
  return target.endsWith('.json') ? target : undefined
}
