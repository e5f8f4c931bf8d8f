import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSourceTree, type Sources } from './source-tree.ts'
import { spawnInTime } from './spawn-in-time.ts'
import type { Verdict } from './verdict.ts'

interface TestResult {
  readonly status: 'Success' | 'Failure' | 'Skipped'
  readonly reason: string | null
}
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>

/** Runs Forge in a copy of the project that keeps its compiler cache from one mutant to the next. */
export interface ForgeWorkshop {
  run(files: readonly string[], sources: Sources, timeoutMs: number): Promise<Verdict>
}

/** Create the workshop below a directory; a build that is there already is where it starts. */
export function createForgeWorkshop(options: {
  readonly sources: string
  readonly builds: string
  readonly directory: string
  readonly forge: string
  readonly signal: AbortSignal
}): ForgeWorkshop {
  const { sources, builds, directory, forge, signal } = options
  const tree = createSourceTree(sources, directory)
  for (const path of ['out', '.assay/forge-cache']) {
    if (existsSync(join(builds, path))) {
      cpSync(join(builds, path), join(directory, path), { recursive: true, preserveTimestamps: true })
    }
  }

  return {
    async run(files, changed, timeoutMs) {
      tree.set(changed)
      try {
        const match = files.length === 1 ? files[0] : `{${files.join(',')}}`
        const ended = await spawnInTime(
          forge,
          ['test', '--json', '--fail-fast', '--match-path', match ?? ''],
          { cwd: directory, env: process.env, timeoutMs, signal },
        )
        if (ended === 'timed-out') return { kind: 'timed-out', at: files.join(', ') }
        const start = ended.stdout.indexOf('{')
        if (start < 0) return { kind: 'invalid', problem: ended.stderr.trim().slice(0, 300) }
        return readReport(JSON.parse(ended.stdout.slice(start)) as Report, files)
      } catch (cause) {
        return { kind: 'invalid', problem: cause instanceof Error ? cause.message : String(cause) }
      }
    },
  }
}

/** Read what Forge tells of test files. */
export function readReport(report: Report, files: readonly string[]): Verdict {
  for (const [contract, { test_results: results }] of Object.entries(report)) {
    for (const [name, { status, reason }] of Object.entries(results)) {
      // A world that cannot be set up is a crash, not an assertion.
      if (status !== 'Failure' || name.startsWith('setUp')) continue
      return {
        kind: 'killed',
        by: `${contract.split(':')[0]} › ${name.split('(')[0]}`,
        assertion: reason ?? 'it failed',
      }
    }
  }
  const crashed = Object.entries(report).find(
    ([, { test_results: results }]) => results['setUp()']?.status === 'Failure',
  )
  if (crashed) {
    return { kind: 'unjudged', problem: `${crashed[0]}: ${crashed[1].test_results['setUp()']?.reason}` }
  }
  const passes = ([contract, { test_results: results }]: [string, Report[string]], file: string) =>
    contract.startsWith(`${file}:`) && Object.values(results).some(({ status }) => status === 'Success')
  const testFiles = files.filter((file) => Object.entries(report).some((entry) => passes(entry, file)))
  return testFiles.length === 0
    ? { kind: 'unjudged', problem: `${files.join(', ')}: no test ran` }
    : { kind: 'survived', asked: { scenarios: 0, properties: 0, testFiles } }
}
