import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { HarnessError } from '../errors.ts'
import { ENDING_SIGNALS, killAtExit } from './kill-at-exit.ts'

/**
 * Start a process in a session of its own: Ctrl-C in a terminal reaches this process alone, which decides what ends.
 *
 * It is killed with its group when this process ends, or this thread by itself: by an exit, an uncaught exception, or a signal that
 * nothing else in this process handles. What SIGKILL or a terminated thread leaves is found through the process ledger.
 *
 * What it writes goes to its starter alone: the terminal shows nothing of one whose reader is gone.
 */
export function spawnShielded(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): ChildProcessWithoutNullStreams {
  const { env = process.env, cwd } = options
  const child = spawn(command, args, { cwd, env, stdio: 'pipe', detached: true })
  const { pid } = child
  // Without one it never ran, and its error says why.
  if (pid === undefined) return child
  child.once(
    'exit',
    killAtExit(() => killGroup(pid)),
  )
  return child
}

/** How much is kept of what a process wrote, in characters. */
const KEPT_CHARACTERS = 4_096

/** Take what a process writes and keep the end of it, to explain a failure. */
export function keepLastWords(stream: Readable): () => string {
  let text = ''
  stream.on('data', (data: Buffer) => {
    text = (text + data.toString()).slice(-KEPT_CHARACTERS)
  })
  return () => text.trim()
}

/** Kill a process that leads a group, and what it has started with it; one that has ended is none. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

/**
 * What to report of a process that ended before it was ready; undefined unless a signal that terminals send ended it.
 *
 * Until it has left for its own session, a moment after it was forked, a process belongs to the group that started
 * it and hears Ctrl-C as well.
 *
 * @param what - the process, as a noun phrase
 */
export function describeInterruptedStart(
  what: string,
  { signalCode }: ChildProcess,
): HarnessError | undefined {
  if (!ENDING_SIGNALS.some((signal) => signal === signalCode)) return undefined
  return new HarnessError('INTERRUPTED', `${what} was interrupted while it started`, {
    expected: 'it to say that it is ready',
    found: `signal ${signalCode}`,
    hint: 'what it was started for did not run; run it again',
  })
}
