import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { keepLastWords, killGroup, spawnShielded } from '../../harness/chain/spawn-shielded.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
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
  const args = ['--disable-warning=ExperimentalWarning', '--import', STRIP_TYPES, ENTRY, path]
  const cache = CACHE_VARIABLES.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const child = spawnShielded(process.execPath, args, {
    env: { ...Object.fromEntries(cache), PI_OFFLINE: '1', PI_TELEMETRY: '0' },
  })
  const lastWords = keepLastWords(child.stderr)
  const cancel = setRealTimer(DRY_RUN_MS, () => killGroup(child.pid as number))
  try {
    const [stdout, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
    if (code !== 0)
      throw new Error(`${signal === null ? `exit code ${code}` : `signal ${signal}`}: ${lastWords()}`)
    return JSON.parse(stdout) as DryRunReport
  } catch (cause) {
    return { phase: 'load', problem: `the dry run failed: ${(cause as Error).message}` }
  } finally {
    cancel()
  }
}
