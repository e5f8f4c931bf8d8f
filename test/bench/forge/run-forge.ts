import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'
import { readProcess } from '../measure/read-process.ts'

/** What a forge invariant run came to. */
export interface ForgeRun {
  readonly calls: number
  readonly elapsedMs: number
  /** CPU time since everything was compiled; 0 where /proc does not say. */
  readonly cpuMs: number
  /** Calls of the sequence that breaks the law, as found and made small. */
  readonly broken?: { readonly originalLength: number; readonly shrunkLength: number }
}

/** How often the CPU time is read: what is missed at the end is less than that. */
const SAMPLE_MS = 10

/** What forge says when it has compiled, or need not. */
const COMPILED = /^(No files changed|Compiler run)/m

/** Run forge invariant tests and read what forge prints of them. */
export async function runForge(
  forge: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ForgeRun> {
  // What an earlier run found would be replayed, not found.
  const failures = mkdtempSync(join(tmpdir(), 'assay-forge-'))
  const child = spawn(forge, ['test', ...args], {
    cwd: options.cwd ?? PROJECT_ROOT,
    env: {
      ...process.env,
      NO_COLOR: '1',
      FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: failures,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  let [compiledCpuMs, lastCpuMs]: [number | undefined, number] = [undefined, 0]
  const sample = () => {
    lastCpuMs = readProcess(child.pid ?? 0)?.cpuMs ?? lastCpuMs
  }
  child.stdout.on('data', (data) => {
    stdout += data
    if (compiledCpuMs !== undefined || !COMPILED.test(stdout)) return
    sample()
    compiledCpuMs = lastCpuMs
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const sampling = setInterval(sample, SAMPLE_MS)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => {
    clearInterval(sampling)
    rmSync(failures, { recursive: true, force: true })
  })
  const seconds = /finished in ([\d.]+)(m?s|µs)/.exec(stdout)
  if (seconds === null) throw new Error(`forge ended with ${status} and ran nothing: ${stderr || stdout}`)
  const factor = { s: 1_000, ms: 1, µs: 0.001 }[seconds[2] as 's' | 'ms' | 'µs']
  const calls = [...stdout.matchAll(/calls: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  const lengths = /original: (\d+), shrunk: (\d+)/.exec(stdout)
  return {
    calls,
    elapsedMs: Number(seconds[1]) * factor,
    cpuMs: lastCpuMs - (compiledCpuMs ?? lastCpuMs),
    ...(lengths ? { broken: { originalLength: Number(lengths[1]), shrunkLength: Number(lengths[2]) } } : {}),
  }
}
