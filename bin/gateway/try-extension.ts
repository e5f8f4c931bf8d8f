import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DryRunReport } from '../../tools/gateway/bridge/tool-bridge.ts'

const ENTRY = fileURLToPath(new URL('dry-run.ts', import.meta.url))
const STRIP_TYPES = new URL('../../tools/core/strip-types.mjs', import.meta.url).href

/** Where compiled modules are kept: without them it takes twice as long. */
const CACHE_VARIABLES = ['NODE_COMPILE_CACHE', 'NODE_COMPILE_CACHE_PORTABLE']

const DRY_RUN_MS = 60_000

/**
 * Load an extension in a process of its own, which has neither the token nor anything else of the environment, but for
 * where modules are kept.
 */
export async function tryExtension(path: string): Promise<DryRunReport> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', '--import', STRIP_TYPES, ENTRY, path]
    const cache = CACHE_VARIABLES.map((name) => [name, process.env[name]])
    const env = { ...Object.fromEntries(cache), PI_OFFLINE: '1', PI_TELEMETRY: '0' }
    const options = { timeout: DRY_RUN_MS, env }
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    return JSON.parse(stdout) as DryRunReport
  } catch (cause) {
    return { phase: 'load', problem: `the dry run failed: ${(cause as Error).message}` }
  }
}
