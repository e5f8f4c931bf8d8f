import { join, relative, resolve } from 'node:path'
import type { RenderOptions, Reporter } from '../../reports/reporter.ts'
import { REPORTERS, writeReports } from '../../reports/reporters/index.ts'
import { describeCoverage } from '../../reports/text/describe-coverage.ts'
import { makeVisible } from '../../reports/text/make-visible.ts'
import { HarnessError } from '../errors.ts'
import type { RecordIncomplete, RunRecord } from '../record/record.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { ChosenReporter } from './choose-reporters.ts'
import { toHarnessError } from './describe-error.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { interruptionOf } from './interrupted.ts'
import type { CliIo } from './io.ts'
import { keepRun } from './keep-run.ts'
import { nameProgram } from './name-program.ts'
import { RUNS_DIR } from './paths.ts'
import { createSourceReader } from './read-source.ts'

/** Say why a run ended before all of it had run; undefined for a whole one. */
export function describeIncomplete(signal: AbortSignal, failure: unknown): RecordIncomplete | undefined {
  const interrupted = interruptionOf(signal)
  if (interrupted) return { cause: 'interrupted', code: interrupted.signal, message: interrupted.message }
  if (failure === undefined) return undefined
  const { code, message } = toHarnessError(failure)
  return { cause: 'broken', code, message }
}

/** Where the reports of a run go: a new folder among those of runs, or the one in which they lie already. */
export type ReportPlace = { readonly out: string | undefined } | { readonly directory: string }

/**
 * Write the reports of a run, print what was asked for and answer the exit code, which is what the record's summary
 * says, or that a replay differs. Only a new run becomes the latest one of its folder, and may be one too many there.
 */
export function conclude(
  record: RunRecord,
  reporters: readonly ChosenReporter[],
  io: CliIo,
  place: ReportPlace,
): number {
  const directory = 'out' in place ? join(place.out ?? RUNS_DIR, record.runId) : place.directory
  const readSource = createSourceReader(record.provenance)
  const isWritten = io.tryWrite(() => {
    writeReports(record, directory, { readSource })
    if ('out' in place) keepRun(directory, io.progress)
  })
  for (const { reporter, file } of reporters) writeReport(record, reporter, file, io)
  const { incomplete, summary } = record
  if (incomplete?.cause === 'broken') {
    io.progress(`${io.errorColors.red('error')} ${incomplete.code}: ${makeVisible(incomplete.message)}`)
  }
  for (const line of describeCoverage(record))
    io.progress(`${io.errorColors.red('coverage')} ${makeVisible(line)}`)
  sayReplayed(record, io)
  if (isWritten) io.progress(`report: ${relative(process.cwd(), join(directory, 'index.html'))}`)
  const differs = record.provenance.replayOf?.outcome === 'differs'
  switch (summary.verdict) {
    case 'interrupted':
      return interruptionOf(io.signal)?.exitCode ?? EXIT_CODES.broken
    case 'broken':
      return EXIT_CODES.broken
    case 'passed':
      return differs ? EXIT_CODES.differs : EXIT_CODES.pass
    case 'failed':
      return differs ? EXIT_CODES.differs : EXIT_CODES.findings
  }
}

function sayReplayed({ provenance: { replayOf } }: RunRecord, { progress, errorColors }: CliIo): void {
  if (replayOf?.outcome === undefined) return
  const { runId, outcome, differsIn = [] } = replayOf
  const paint = outcome === 'passes now' ? errorColors.green : errorColors.yellow
  const what = outcome === 'differs' ? 'differs in' : outcome
  progress(
    [`${paint(what)}  ${makeVisible(runId)}`, ...differsIn.map((each) => `  ${makeVisible(each)}`)].join(
      '\n',
    ),
  )
}

/** Let one reporter write its file, or print. A person's own may throw, which costs its report and no other. */
export function writeReport(
  record: RunRecord,
  { name, render }: Reporter,
  file: string | undefined,
  io: CliIo,
): void {
  const program = nameProgram()
  const readSource = createSourceReader(record.provenance)
  io.tryWrite(() => {
    if (file !== undefined)
      return writeAtomically(resolve(file), renderText({ columns: 80, program, readSource }))
    const detail = io.isOutputTty || name !== REPORTERS.console.name ? 'default' : 'quiet'
    io.print(renderText({ colors: io.colors, columns: io.columns, program, detail, readSource }))
  })

  function renderText(options: RenderOptions): string {
    let text: unknown
    try {
      text = render(record, options)
    } catch (cause) {
      throw noText(`it threw: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
    }
    if (typeof text !== 'string') throw noText(`a value of type ${typeof text}`)
    return text
  }

  function noText(found: string, cause?: unknown) {
    const details = { where: name, expected: 'text', found, hint: 'correct the reporter', cause }
    return new HarnessError('OUTPUT_UNWRITABLE', 'a reporter gave no report', details)
  }
}
