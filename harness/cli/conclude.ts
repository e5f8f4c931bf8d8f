import { join, relative } from 'node:path'
import { REPORTERS, type ReporterName, writeReports } from '../../reports/reporters/index.ts'
import { PROGRAM, quoteWord } from '../record/program.ts'
import type { RecordIncomplete, RunRecord } from '../record/record.ts'
import { toHarnessError } from './describe-error.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { holdCoverage } from './hold-coverage.ts'
import { interruptionOf } from './interrupted.ts'
import type { CliIo } from './io.ts'
import { PROJECT_ROOT, RUNS_DIR } from './paths.ts'

/** Say why a run ended before all of it had run; undefined for a whole one. */
export function describeIncomplete(signal: AbortSignal, failure: unknown): RecordIncomplete | undefined {
  const interrupted = interruptionOf(signal)
  if (interrupted) return { cause: 'interrupted', code: interrupted.signal, message: interrupted.message }
  if (failure === undefined) return undefined
  const { code, message } = toHarnessError(failure)
  return { cause: 'broken', code, message }
}

/** Write the reports of a run, print the result and answer the exit code, which is what the record says. */
export function conclude(record: RunRecord, reporter: ReporterName, io: CliIo): number {
  const directory = join(RUNS_DIR, record.runId)
  const isWritten = io.tryWrite(() => writeReports(record, directory))
  const program = quoteProgram(relative(process.cwd(), join(PROJECT_ROOT, PROGRAM)))
  io.print(REPORTERS[reporter].render(record, { colors: io.colors, columns: io.columns, program }))
  if (record.incomplete?.cause === 'broken') {
    const { code, message } = record.incomplete
    io.progress(`${io.errorColors.red('error')} ${code}: ${message}`)
  }
  if (isWritten) io.progress(`report: ${relative(process.cwd(), join(directory, 'index.html'))}`)
  switch (record.summary.verdict) {
    case 'passed':
      return holdCoverage(record.coverage, io)
    case 'failed':
      return EXIT_CODES.findings
    case 'interrupted':
      return interruptionOf(io.signal)?.exitCode ?? EXIT_CODES.broken
    case 'broken':
      return EXIT_CODES.broken
  }
}

/** A path with a slash, or a shell would look for it on PATH. */
function quoteProgram(path: string): string {
  const local = path.startsWith('.') ? path : `./${path}`
  return /^[\w./-]+$/.test(local) ? local : quoteWord(local)
}
