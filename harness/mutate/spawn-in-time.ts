import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { killMarked, MARK_VARIABLE } from './kill-marked.ts'

/** How long what was ended may take to end its own children, which live in sessions of their own. */
const GRACE_MS = 15_000

/**
 * Run a command to its end, or end all of its process group when that takes too long or is not wanted any more. What it
 * started and left behind is killed.
 */
export function spawnInTime(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly env: NodeJS.ProcessEnv
    readonly timeoutMs: number
    readonly signal: AbortSignal
  },
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string } | 'timed-out'> {
  const { cwd, env, timeoutMs, signal } = options
  return new Promise((resolve, reject) => {
    const mark = randomUUID()
    const child = spawn(command, args, {
      cwd,
      env: { ...env, [MARK_VARIABLE]: mark },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    let isLate = false
    const end = (how: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, how)
      } catch {
        // All of it has ended.
      }
    }
    // What it started would outlive a campaign that is ended at once.
    const endWithThis = () => killMarked(mark)
    process.once('exit', endWithThis)
    child.once('exit', () => process.off('exit', endWithThis))
    const endEarly = () => {
      isLate = true
      end('SIGTERM')
      setTimeout(end, GRACE_MS, 'SIGKILL').unref()
    }
    const timer = setTimeout(endEarly, timeoutMs)
    signal.addEventListener('abort', endEarly, { once: true })
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', endEarly)
      killMarked(mark)
      resolve(isLate ? 'timed-out' : { code, stdout, stderr })
    })
  })
}
