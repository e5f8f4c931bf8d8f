import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'

/** What a forge invariant run came to. */
export interface ForgeRun {
  readonly calls: number
  readonly elapsedMs: number
  /** Calls of the sequence that breaks the law, as found and made small. */
  readonly broken?: { readonly originalLength: number; readonly shrunkLength: number }
}

/** Run forge invariant tests and read what forge prints of them. */
export function runForge(
  forge: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): ForgeRun {
  // What an earlier run found would be replayed, not found.
  const failures = mkdtempSync(join(tmpdir(), 'assay-forge-'))
  const { status, stdout, stderr } = spawnSync(forge, ['test', ...args], {
    cwd: options.cwd ?? PROJECT_ROOT,
    env: {
      ...process.env,
      NO_COLOR: '1',
      FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: failures,
      ...options.env,
    },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  rmSync(failures, { recursive: true, force: true })
  const seconds = /finished in ([\d.]+)(m?s|µs)/.exec(stdout)
  if (seconds === null) throw new Error(`forge ended with ${status} and ran nothing: ${stderr || stdout}`)
  const factor = { s: 1_000, ms: 1, µs: 0.001 }[seconds[2] as 's' | 'ms' | 'µs']
  const calls = [...stdout.matchAll(/calls: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  const lengths = /original: (\d+), shrunk: (\d+)/.exec(stdout)
  return {
    calls,
    elapsedMs: Number(seconds[1]) * factor,
    ...(lengths ? { broken: { originalLength: Number(lengths[1]), shrunkLength: Number(lengths[2]) } } : {}),
  }
}
