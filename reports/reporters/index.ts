import { join } from 'node:path'
import type { RunRecord } from '../../harness/record/record.ts'
import { writeAtomically } from '../../harness/write-atomically.ts'
import type { RenderOptions, Reporter } from '../reporter.ts'
import { ANNOTATIONS_REPORTER } from './annotations.ts'
import { CONSOLE_REPORTER } from './console.ts'
import { CTRF_REPORTER } from './ctrf.ts'
import { HTML_REPORTER } from './html.ts'
import { JSON_REPORTER } from './json.ts'
import { JUNIT_REPORTER } from './junit.ts'
import { MARKDOWN_REPORTER } from './markdown.ts'
import { QUIET_REPORTER } from './quiet.ts'
import { SARIF_REPORTER } from './sarif.ts'
import { VERBOSE_REPORTER } from './verbose.ts'

/** The reporters by name. */
export const REPORTERS = {
  console: CONSOLE_REPORTER,
  quiet: QUIET_REPORTER,
  verbose: VERBOSE_REPORTER,
  json: JSON_REPORTER,
  junit: JUNIT_REPORTER,
  html: HTML_REPORTER,
  markdown: MARKDOWN_REPORTER,
  annotations: ANNOTATIONS_REPORTER,
  sarif: SARIF_REPORTER,
  ctrf: CTRF_REPORTER,
} as const satisfies Readonly<Record<string, Reporter>>

/** Write `run.json`, `junit.xml` and `index.html` of a run to its folder; answers their paths. */
export function writeReports(
  record: RunRecord,
  runDirectory: string,
  options?: Pick<RenderOptions, 'readSource'>,
): string[] {
  return [JSON_REPORTER, JUNIT_REPORTER, HTML_REPORTER].map(({ fileName, render }) => {
    const path = join(runDirectory, fileName)
    writeAtomically(path, render(record, options))
    return path
  })
}
