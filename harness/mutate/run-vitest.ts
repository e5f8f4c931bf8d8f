import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { spawnInTime } from './spawn-in-time.ts'
import type { Verdict } from './verdict.ts'

/** What the reporter of the mutants writes. */
export interface TestReport {
  /** Files of which a test passed. */
  readonly passed: readonly string[]
  readonly failed: readonly {
    readonly file: string
    readonly name: string
    readonly errors: readonly string[]
  }[]
  /** Files that did not load, or whose tests could not be set up or cleaned up after. */
  readonly crashed: readonly { readonly file: string; readonly errors: readonly string[] }[]
  /** Errors that nothing caught, whichever test they are of. */
  readonly unhandled: readonly string[]
}

/** Name of the environment variable that holds the path of the report. */
export const REPORT_VARIABLE = 'ASSAY_VARIANT_REPORT'

/** A failed assertion of vitest, node:assert or a property of fast-check around one. */
const ASSERTION = /^AssertionError/

/** Run test files of a copy of the project; stops at the first failure. */
export async function runVitest(
  files: readonly string[],
  root: string,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Verdict> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-mutant-'))
  try {
    const reportPath = join(directory, 'report.json')
    const ended = await spawnInTime(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...['--config', join(root, 'harness/mutate/vitest.config.ts')],
        ...['--bail', '1'],
        ...files,
      ],
      { cwd: root, env: { ...process.env, [REPORT_VARIABLE]: reportPath }, ...limits },
    )
    if (ended === 'timed-out') return { kind: 'timed-out', at: files.join(', ') }
    return readReport(JSON.parse(readFileSync(reportPath, 'utf8')) as TestReport, files, root)
  } catch (cause) {
    return {
      kind: 'invalid',
      problem: `vitest gave no report: ${cause instanceof Error ? cause.message : cause}`,
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport(
  { passed, failed, crashed, unhandled }: TestReport,
  files: readonly string[],
  root: string,
): Verdict {
  for (const { file, name, errors } of failed) {
    const assertion = errors.find((text) => ASSERTION.test(text))
    if (assertion)
      return { kind: 'killed', by: `${relative(root, file)} › ${name}`, assertion: shorten(assertion) }
  }
  // What ends in another error than a failed assertion has noticed nothing.
  const [first] = [...failed, ...crashed]
  const [error] = unhandled
  if (first || error !== undefined) {
    const where = first ? relative(root, first.file) : files.join(', ')
    return {
      kind: 'unjudged',
      problem: `${where}: ${shorten((first ? first.errors[0] : error) ?? 'it failed')}`,
    }
  }
  const ran = passed.map((file) => relative(root, file))
  const testFiles = files.filter((file) => ran.includes(file))
  return testFiles.length === 0
    ? { kind: 'unjudged', problem: `${files.join(', ')}: no test ran` }
    : { kind: 'survived', asked: { scenarios: 0, properties: 0, testFiles } }
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)
