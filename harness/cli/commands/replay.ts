import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { readRecord } from '../../record/read-record.ts'
import { RUN_ID } from '../../record/run-id.ts'
import { DEFAULT_CHAIN, findChainName } from '../../world/origin-chains.ts'
import { isBundle, replayBundle } from '../bundle/replay-bundle.ts'
import { findNamed } from '../find-named.ts'
import { findRecord } from '../find-run.ts'
import type { FuzzConfig } from '../fuzz/fuzz-run.ts'
import { hashCode } from '../hash-code.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { noneFailed } from '../none-failed.ts'
import { PROJECT_ROOT, RUNS_DIR } from '../paths.ts'
import { type RunOptions, run } from './run.ts'

/** Options that a replayed run says itself: under others it would be another run. */
const OF_RUN = ['--seed', '--chain']

/** What a bundle can be told: all else is in it, and of what it comes to nothing is kept. */
const TO_BUNDLE = ['--anvil', '--state-dir']

/** What a fuzz run that is drawn again can be told. */
const TO_FUZZ = [...TO_BUNDLE, '--workers', '--reporter', '--out']

/**
 * Run again exactly what failed: a scenario by its id (or file), or every scenario of a recorded run that did
 * not pass, or the failure of a bundle, which is reproduced (exit code 1), passes now (0) or differs (3).
 *
 * @param given - options that were written, by their long names
 * @throws HarnessError BAD_USAGE for one that what is replayed decides itself, or has no use for
 */
export async function replay(
  target: string,
  options: RunOptions,
  given: readonly string[],
  io: CliIo,
): Promise<number> {
  if (existsSync(target) && statSync(target).isFile() && isBundle(target)) {
    refuse(
      given.filter((option) => !TO_BUNDLE.includes(option)),
      'a bundle',
      target,
    )
    return replayBundle(target, options, io)
  }
  const recordPath = findRecord(target, options.out)
  if (recordPath === undefined) {
    assertScenario(target, options.out ?? RUNS_DIR)
    return run([target], options, io)
  }
  const record = readRecord(recordPath)
  const failed = record.scenarios.filter(({ verdict }) => verdict !== 'passed')
  if (failed.length === 0) {
    throw noneFailed(record, recordPath, 'replay one of its scenarios by id, or run what was not run')
  }
  // What only the fuzz run itself can show (a case that comes to two things, a harness that failed) has no file.
  const drawn = failed.filter(({ file }) => isDrawn(file))
  const { fuzz: config } = record.provenance.options
  if (drawn.length > 0 && config !== undefined) {
    refuse(
      given.filter((option) => !TO_FUZZ.includes(option)),
      'a fuzz run',
      target,
    )
    return replayFuzz(config as unknown as FuzzConfig, options, io)
  }
  refuse(
    given.filter((option) => OF_RUN.includes(option)),
    'a run',
    target,
  )
  const gone = failed.find(({ file }) => !existsSync(join(PROJECT_ROOT, file)))
  if (gone) {
    throw new HarnessError('SCENARIO_INVALID', 'a scenario of this run no longer exists', {
      where: gone.id,
      found: `recorded at commit ${record.provenance.gitCommit ?? 'unknown'}`,
      hint: 'check out that commit and replay there',
    })
  }
  const files = [...new Set(failed.map(({ file }) => join(PROJECT_ROOT, file)))]
  const only = failed.map(({ id }) => id)
  const chain = findChainName(record.provenance.origin.chainId) ?? DEFAULT_CHAIN
  const { jobs, problems } = await loadJobs(files, {
    seed: record.provenance.seed,
    only,
    chain,
    recordedIn: record,
    signal: io.signal,
    ...(options.stateDir === undefined ? {} : { stateDir: options.stateDir }),
  })
  const missing = only.find((id) => !jobs.some((job) => job.id === id))
  if (problems.length === 0 && missing !== undefined) {
    throw new HarnessError('SCENARIO_INVALID', 'a scenario of this run no longer exists in its file', {
      where: missing,
      found: `recorded at commit ${record.provenance.gitCommit ?? 'unknown'}`,
      hint: 'check out that commit and replay there',
    })
  }
  return run(
    files,
    { ...options, chain, seed: record.provenance.seed, only, recordedIn: record, replayOf: record },
    io,
  )
}

/** What is no run has to be a scenario. */
function assertScenario(target: string, out: string): void {
  try {
    findNamed([target], process.cwd())
  } catch (cause) {
    if (!(cause instanceof HarnessError)) throw cause
    throw new HarnessError('BAD_USAGE', 'there is nothing to replay', {
      where: target,
      expected: 'the id of a run, a run directory or its run.json, a bundle, or a scenario by its id or file',
      found: describeMissing(target, out),
      hint: RUN_ID.test(target)
        ? 'name its folder, or the folder of its runs with --out'
        : cause.details.hint,
    })
  }
}

function describeMissing(target: string, out: string): string {
  if (existsSync(target)) return 'no run.json, no bundle, and no scenario'
  return RUN_ID.test(target) ? `no run of this id in ${out}` : 'nothing there'
}

/** What is not followed is not taken silently. */
function refuse(options: readonly string[], what: string, where: string): void {
  if (options.length === 0) return
  throw new HarnessError('BAD_USAGE', `${what} is replayed as it was`, {
    where,
    expected: 'what it was made with, which it says itself',
    found: options.join(', '),
    hint: `leave out ${options.join(' and ')}`,
  })
}

/** Cases are named by property and number instead of a file. */
const isDrawn = (file: string) => /^fuzz\/[^/]+#\d+$/.test(file)

/**
 * Draw the same cases again.
 *
 * @throws HarnessError BAD_USAGE for one with a corpus: what a record of others names is neither read nor written to
 */
async function replayFuzz(
  { seed, property, limit, corpus, code }: FuzzConfig,
  { workers, anvil, reporter, stateDir, out }: RunOptions,
  io: CliIo,
): Promise<number> {
  const drawn = {
    seed,
    property,
    ...('runs' in limit ? { runs: String(limit.runs) } : { time: `${limit.timeMs}ms` }),
  }
  if (corpus !== null) {
    const { findProperty, readLimit, writeCommand } = await import('../fuzz/options.ts')
    readLimit(drawn)
    throw new HarnessError('BAD_USAGE', 'a fuzz run with a corpus is not replayed by its record alone', {
      where: corpus,
      expected: 'a folder of cases that you name: it is read, and written to',
      found: 'a record that names it',
      hint: `draw them again, from the corpus as it was: \`${writeCommand({ ...drawn, corpus }, findProperty(property))}\``,
    })
  }
  if (code !== hashCode()) io.progress('replay of a fuzz run, but not of the same: the code changed')
  const { fuzz } = await import('./fuzz.ts')
  return fuzz(
    {
      ...drawn,
      ...(reporter === undefined ? {} : { reporter }),
      ...(workers === undefined ? {} : { workers }),
      ...(anvil === undefined ? {} : { anvil }),
      ...(stateDir === undefined ? {} : { stateDir }),
      ...(out === undefined ? {} : { out }),
    },
    io,
  )
}
