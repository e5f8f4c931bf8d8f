import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DryRunReport } from '../../tools/gateway/bridge/tool-bridge.ts'

const ENTRY = fileURLToPath(new URL('dry-run.ts', import.meta.url))
const DRY_RUN_MS = 60_000

/** Load an extension in a process of its own, which has neither the token nor anything else of the environment. */
export async function tryExtension(path: string): Promise<DryRunReport> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', ENTRY, path]
    const options = { timeout: DRY_RUN_MS, env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' } }
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    return JSON.parse(stdout) as DryRunReport
  } catch (cause) {
    return { phase: 'load', problem: `the dry run failed: ${(cause as Error).message}` }
  }
}
