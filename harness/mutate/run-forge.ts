import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnInTime } from './run-vitest.ts'
import type { Verdict } from './verdict.ts'

interface TestResult {
  readonly status: 'Success' | 'Failure' | 'Skipped'
  readonly reason: string | null
}
type Report = Readonly<Record<string, { readonly test_results: Readonly<Record<string, TestResult>> }>>

/** Copied into the workshop; everything else that a build needs is linked. */
const COPIED = ['tools/contracts', 'test/contracts', 'harness/world/contracts', 'foundry.toml', 'scripts']

/** Runs Forge on changed contracts in a copy of them that keeps its compiler cache from one mutant to the next. */
export interface ForgeWorkshop {
  run(files: readonly string[], sources: ReadonlyMap<string, string>, timeoutMs: number): Promise<Verdict>
}

/** Create the workshop below a directory; the working tree's own build is where it starts. */
export function createForgeWorkshop(options: {
  readonly root: string
  readonly directory: string
  readonly forge: string
}): ForgeWorkshop {
  const { root, directory, forge } = options
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, '.assay'), { recursive: true })
  for (const path of COPIED) cpSync(join(root, path), join(directory, path), { recursive: true })
  for (const path of ['out', '.assay/forge-cache']) {
    if (existsSync(join(root, path))) {
      cpSync(join(root, path), join(directory, path), { recursive: true, preserveTimestamps: true })
    }
  }
  for (const path of ['node_modules', 'package.json']) symlinkSync(join(root, path), join(directory, path))

  return {
    async run(files, sources, timeoutMs) {
      for (const [file, source] of sources) writeFileSync(join(directory, file), source)
      try {
        const match = files.length === 1 ? files[0] : `{${files.join(',')}}`
        const ended = await spawnInTime(
          forge,
          ['test', '--json', '--fail-fast', '--match-path', match ?? ''],
          { cwd: directory, env: process.env, timeoutMs },
        )
        if (ended === 'timed-out') return { kind: 'timed-out', at: files.join(', ') }
        const start = ended.stdout.indexOf('{')
        if (start < 0) return { kind: 'invalid', problem: ended.stderr.trim().slice(0, 300) }
        return readReport(JSON.parse(ended.stdout.slice(start)) as Report)
      } catch (cause) {
        return { kind: 'invalid', problem: cause instanceof Error ? cause.message : String(cause) }
      } finally {
        for (const file of sources.keys()) {
          writeFileSync(join(directory, file), readFileSync(join(root, file)))
        }
      }
    },
  }
}

function readReport(report: Report): Verdict {
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
  return crashed
    ? { kind: 'unjudged', problem: `${crashed[0]}: ${crashed[1].test_results['setUp()']?.reason}` }
    : { kind: 'survived' }
}
