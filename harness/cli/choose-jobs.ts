import { formatCount } from '../../reports/text/format-count.ts'
import { HarnessError } from '../errors.ts'
import type { DriverName } from '../pi/driver.ts'
import type { RunRecord } from '../record/record.ts'
import type { Job } from '../schedule/job.ts'
import { type ChainName, DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { chooseDriver, chooseRecordedDrivers } from './choose-driver.ts'
import type { CliIo } from './io.ts'
import type { KnownCells } from './known-cells.ts'
import { listRunFiles } from './list-run-files.ts'
import { type LoadedJobs, type LoadOptions, loadJobs } from './load-jobs.ts'
import { type ChangedFiles, readChangedFiles, readDifference } from './read-git.ts'
import { renderProblems } from './render-problems.ts'
import { isOfShard, type Shard } from './shard.ts'

/** Options that choose what a run takes. */
export interface ChoiceOptions extends LoadOptions {
  /** Only what can be affected by files that differ from this commit, or from HEAD. */
  readonly changed?: string | true
  /** Only the scenarios of one part. */
  readonly shard?: Shard
  /** Who makes the agent's calls in all of them; what they say without it. */
  readonly driver?: DriverName
  /** A run whose scenarios are played by who played them there. */
  readonly driversOf?: RunRecord
  /** Which scenarios are played again to be traced. */
  readonly trace?: 'failures' | 'all' | 'off'
}

/**
 * Choose the jobs of a run; none where nothing is to be run, and undefined for files that are not valid: both were said.
 *
 * @throws HarnessError BAD_USAGE where there is nothing that could be run
 */
export async function chooseJobs(
  paths: readonly string[],
  options: ChoiceOptions,
  known: KnownCells,
  io: CliIo,
): Promise<readonly Job[] | undefined> {
  const {
    jobs: found,
    goals,
    problems,
    elsewhere,
    leftOut,
  } = await loadJobs(paths, { ...options, signal: io.signal })
  if (problems.length > 0) {
    io.progress(renderProblems(problems, io.errorColors))
    return undefined
  }
  const loaded = takeDrivers(found, options).map((job) => ({ ...job, ...traceOf(options) }))
  if (loaded.length === 0) throw explainNone(options, { hasGoals: goals.length > 0, elsewhere, leftOut })
  if (paths.length > 0) tellNotRun(goals.length, elsewhere, io)
  const jobs = options.changed === undefined ? loaded : await keepChanged(loaded, options.changed, known, io)
  return options.shard && jobs.length > 0 ? keepShard(jobs, options.shard, io) : jobs
}

/** Who names a file relies on it: what a run does not take of it passes otherwise without having been run. */
function tellNotRun(goals: number, elsewhere: readonly ChainName[], io: CliIo): void {
  const left = [
    ...elsewhere.map((chain) => `scenarios of ${chain} (--chain ${chain})`),
    ...(goals > 0 ? [`${formatCount(goals, 'goal task')} (assay agent)`] : []),
  ]
  if (left.length > 0) io.progress(`not run here: ${left.join(', ')}`)
}

/** What was found, and is none that this run takes. */
interface NotRun extends Pick<LoadedJobs, 'elsewhere' | 'leftOut'> {
  readonly hasGoals: boolean
}

function explainNone(
  { filter, chain = DEFAULT_CHAIN }: ChoiceOptions,
  { hasGoals, elsewhere: [first, ...others], leftOut }: NotRun,
): HarnessError {
  const besides = [
    ...(leftOut > 0 ? [`${leftOut} that only a thorough run takes`] : []),
    ...(hasGoals ? ['goal tasks alone'] : []),
    ...(first ? [`some of ${[first, ...others].join(', ')}`] : []),
  ]
  const elsewhere = first ? `pass --chain ${first}, or add ${chain} to the chains of the file` : undefined
  return new HarnessError('BAD_USAGE', 'no scenario to run', {
    expected: `at least one scenario of ${chain}`,
    found: [filter ? `none that matches "${filter}"` : 'none at the given paths', ...besides].join(', '),
    hint:
      leftOut > 0
        ? 'pass --thorough'
        : hasGoals
          ? 'run goal tasks with `assay agent`'
          : (elsewhere ?? 'see `assay list`'),
  })
}

const traceOf = ({ trace = 'off' }: ChoiceOptions): Pick<Job, 'trace'> => (trace === 'off' ? {} : { trace })

/** Let the driver that is asked for play everything, or each that of another run what it played there. */
function takeDrivers(jobs: readonly Job[], { driver, driversOf }: ChoiceOptions): readonly Job[] {
  if (driver !== undefined) return chooseDriver(jobs, driver)
  return driversOf === undefined ? jobs : chooseRecordedDrivers(jobs, driversOf)
}

/** Keep the jobs in which a change can show, and say how many that are. */
async function keepChanged(
  jobs: readonly Job[],
  changed: string | true,
  known: KnownCells,
  io: CliIo,
): Promise<readonly Job[]> {
  const { chooseChanged } = await import('./choose-changed.ts')
  const files = await readChangedFiles(changed === true ? 'HEAD' : changed, listRunFiles(jobs))
  const chosen = await chooseChanged(jobs, files, known, (code) => readDifference(code, files.commit))
  const sum = describeFiles(files)
  io.progress(
    chosen.length === 0
      ? `nothing to run: ${sum}, and no scenario depends on any`
      : `${sum} can affect ${chosen.length} of ${jobs.length} scenarios`,
  )
  return chosen
}

const describeFiles = ({ changed, untold }: ChangedFiles): string =>
  [
    `${changed.length} changed ${changed.length === 1 ? 'file' : 'files'}`,
    ...(untold.length > 0 ? [`${untold.length} of which git cannot tell`] : []),
  ].join(' and ')

function keepShard(jobs: readonly Job[], shard: Shard, io: CliIo): readonly Job[] {
  const chosen = jobs.filter(({ id }) => isOfShard(id, shard))
  const part = `part ${shard.index} of ${shard.count}`
  io.progress(
    chosen.length === 0
      ? `nothing to run: none of ${jobs.length} scenarios is of ${part}`
      : `${part}: ${chosen.length} of ${jobs.length} scenarios`,
  )
  return chosen
}
