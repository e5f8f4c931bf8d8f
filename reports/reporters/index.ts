import { join } from 'node:path'
import type { RunRecord } from '../../harness/record/record.ts'
import { writeAtomically } from '../../harness/record/write-atomically.ts'
import { CONSOLE_REPORTER } from './console.ts'
import { HTML_REPORTER } from './html.ts'
import { JSON_REPORTER } from './json.ts'
import { JUNIT_REPORTER } from './junit.ts'
import type { Reporter } from './reporter.ts'

/** The name of a report's format. */
export type ReporterName = 'console' | 'json' | 'junit' | 'html'

/** The reporters by name. */
export const REPORTERS: Readonly<Record<ReporterName, Reporter>> = {
  console: CONSOLE_REPORTER,
  json: JSON_REPORTER,
  junit: JUNIT_REPORTER,
  html: HTML_REPORTER,
}

/** Write `run.json`, `junit.xml` and `index.html` of a run to its folder; answers their paths. */
export function writeReports(record: RunRecord, runDirectory: string): string[] {
  return Object.values(REPORTERS).flatMap((reporter) => {
    if (reporter.fileName === undefined) return []
    const path = join(runDirectory, reporter.fileName)
    writeAtomically(path, reporter.render(record))
    return [path]
  })
}
