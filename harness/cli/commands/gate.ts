import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { JSON_REPORTER } from '../../../reports/reporters/json.ts'
import { formatCount } from '../../../reports/text/format-count.ts'
import { makeVisible } from '../../../reports/text/make-visible.ts'
import { renderGate } from '../../../reports/text/render-gate.ts'
import { HarnessError } from '../../errors.ts'
import { type Baseline, keepFigures } from '../../record/gate/baseline.ts'
import { readBaseline, writeBaseline } from '../../record/gate/baseline-file.ts'
import { compareBaselines } from '../../record/gate/compare-baselines.ts'
import type { RunRecord } from '../../record/record.ts'
import { loadReporters, type ReporterChoice } from '../choose-reporters.ts'
import { conclude } from '../conclude.ts'
import { toHarnessError } from '../describe-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { findRun } from '../find-run.ts'
import { measureRun, openBaseline } from '../hold-baseline.ts'
import type { CliIo } from '../io.ts'
import { listOutdated } from '../list-outdated.ts'
import { sendTraces, type TracesOptions } from '../send-traces.ts'

/** Options of `assay gate`. */
export interface GateOptions extends TracesOptions {
  readonly baseline: string
  /** Id or path of the run; the newest without it. */
  readonly run?: string
  /** Where the folders of runs are; in the project by default. */
  readonly out?: string
  /** Make the run the new baseline. */
  readonly update?: boolean
  /** Let the new baseline hold figures alone, as all do that follow it in its file. */
  readonly figuresOnly?: boolean
  readonly reporter?: readonly ReporterChoice[]
}

/** Hold a run against a baseline, in its reports too, or make it the new one; answers the exit code. */
export async function gate(options: GateOptions, io: CliIo): Promise<number> {
  if (options.figuresOnly && !options.update) {
    throw new HarnessError('BAD_USAGE', '--figures-only needs --update', {
      expected: 'a baseline that is written',
      found: '--figures-only alone',
      hint: 'add --update, or leave it out: what a baseline holds is what runs are held against',
    })
  }
  const reporters = options.reporter === undefined ? [] : await loadReporters(options.reporter)
  const path = resolve(options.baseline)
  const { record, path: recordPath } = findRun(options.run, options.out)
  const outdated = listOutdated(record.provenance)
  if (options.run === undefined) assertCurrent(record, outdated)
  for (const each of outdated)
    io.progress(
      `${io.errorColors.yellow('not of this checkout')}: ${makeVisible(each)} since ${record.runId}`,
    )
  if (options.update) return accept(path, record, options, io)
  if (!existsSync(path)) {
    throw new HarnessError('BAD_USAGE', 'there is no baseline', {
      where: path,
      expected: 'a file that `assay gate --update` wrote',
      found: 'nothing',
      hint: 'make this run the baseline with --update, or name another file with --baseline',
    })
  }
  const directory = directoryOf(recordPath)
  const held = openBaseline(path).hold(record, outdated)
  if (held.gate && reporters.every(({ file }) => file !== undefined)) {
    for (const line of renderGate(held.gate, io.colors)) io.print(line)
  }
  const { passed, total, failed, flaky, broken } = record.summary
  if (failed + flaky + broken > 0) {
    const ofAll = `${passed} of ${formatCount(total, 'scenario')} passed`
    io.progress(`${io.errorColors.red('failed')}: whatever the baseline holds, ${ofAll} in ${record.runId}`)
  }
  const exitCode = conclude(held, reporters, io, { directory })
  await sendTraces(held, options, io)
  return exitCode
}

/**
 * Refuse to take the newest run for what this checkout does, where it is of another: who means that run names it.
 *
 * @throws HarnessError BAD_USAGE
 */
function assertCurrent({ runId }: RunRecord, outdated: readonly string[]): void {
  if (outdated.length === 0) return
  throw new HarnessError('BAD_USAGE', 'the newest run is not of this checkout', {
    where: runId,
    expected: 'a run of the code and the scenario files as they are',
    found: outdated.join('; '),
    hint: `run the scenarios again, or name this run: --run ${runId}`,
  })
}

/** The folder of a run, whose reports say what the gate says: of a record that lies elsewhere there is none. */
function directoryOf(recordPath: string): string {
  if (basename(recordPath) === JSON_REPORTER.fileName) return dirname(recordPath)
  throw new HarnessError('BAD_USAGE', 'the record is not in the folder of its run', {
    where: recordPath,
    expected: `a ${JSON_REPORTER.fileName}, beside which the reports are written`,
    found: `${basename(recordPath)}, whose folder may be that of another run`,
    hint: `name it ${JSON_REPORTER.fileName}, in a folder of its own`,
  })
}

/** Read the baseline that is replaced; one that cannot be read accepts nothing and tolerates nothing, as if there were none. */
function readBefore(path: string, io: CliIo): Baseline | undefined {
  if (!existsSync(path)) return undefined
  try {
    return readBaseline(path)
  } catch (cause) {
    const { shortMessage } = toHarnessError(cause)
    io.progress(`${io.errorColors.yellow('replaced')}: ${path}: ${shortMessage}; its tolerances are gone`)
    return undefined
  }
}

/** Another seed or chain, or no baseline yet: then nothing is accepted by itself but all of it. */
function accept(path: string, record: RunRecord, options: GateOptions, io: CliIo): number {
  const measured = measureRun(record)
  const before = readBefore(path, io)
  const { tolerances } = before ?? {}
  const after = (options.figuresOnly ?? before?.figuresOnly) ? keepFigures(measured) : measured
  writeBaseline(path, { ...after, ...(tolerances ? { tolerances } : {}) })
  const { passed, total } = record.summary
  io.print(`accepted ${record.runId}: ${passed} of ${formatCount(total, 'scenario')} passed`)
  if (before !== undefined && before.seed === after.seed && before.origin === after.origin) {
    const differences = compareBaselines(before, after)
    for (const line of renderGate({ baseline: path, differences }, io.colors)) io.print(line)
  }
  return EXIT_CODES.pass
}
