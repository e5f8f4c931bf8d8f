import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'

const running = new Set<ChildProcess>()
/** End a command with all that it started; the second signal waits for nothing that it runs. */
async function end(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const closed = once(child, 'close')
  pressKey(child, 'SIGTERM')
  const again = setTimeout(pressKey, 500, child, 'SIGTERM')
  await closed
  clearTimeout(again)
}

/** How a command ended. */
export interface CommandOutcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The launcher of the command line. */
export const BIN = join(PROJECT_ROOT, 'bin/assay.mjs')

/** What the command line is started with. */
export interface CommandOptions {
  /** The launcher of another checkout. */
  readonly bin?: string
  readonly cwd?: string
  /** File descriptors or files in place of pipes. */
  readonly stdout?: number
  readonly stderr?: number
  /** The user that it runs as, where this process may choose. */
  readonly uid?: number
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Another Node than this one. */
  readonly node?: string
  /** What it is told before the launcher. */
  readonly nodeOptions?: readonly string[]
  /** Sees stderr as it grows. */
  readonly during?: (child: ChildProcess, stderr: string) => void
  /** Sees stdout as it grows. */
  readonly onStdout?: (stdout: string) => void
}

/** Run the command line to its end within a test, in a process group of its own, as a shell does. */
export const runCommand = (args: readonly string[], options: CommandOptions = {}): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const { bin = BIN, cwd = PROJECT_ROOT } = options
    const child = spawn(options.node ?? process.execPath, [...(options.nodeOptions ?? []), bin, ...args], {
      cwd,
      detached: true,
      env: { ...process.env, ...options.env },
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      stdio: ['ignore', options.stdout ?? 'pipe', options.stderr ?? 'pipe'],
    })
    running.add(child)
    // What a failed test left waiting ends with it.
    onTestFinished(() => end(child))
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', (data) => {
      stdout += data
      options.onStdout?.(stdout)
    })
    child.stderr?.on('data', (data) => {
      stderr += data
      options.during?.(child, stderr)
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, stdout, stderr })
    })
  })

/** Send a signal to all of a command's process group, as a terminal does with Ctrl-C. */
export const pressKey = ({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGINT') => {
  if (pid !== undefined) process.kill(-pid, signal)
}

/** Processes that were started in a place, or whose command line names it. */
export const listProcessesAt = (place: string): string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return words.includes(place) || readlinkSync(`/proc/${pid}/cwd`).startsWith(place)
      } catch {
        return false
      }
    })

/** Processes that name a socket or a folder of a run of this checkout, by its owner. */
export const listLeftovers = (ownerPid: number): string[] =>
  listProcessesAt(join(STATE_DIR, `run-${ownerPid}-`))
