import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { killAtExit } from '../../harness/chain/kill-at-exit.ts'
import type { Command, ExecOps, OutputChunk } from '../../tools/workspace/backend.ts'
import { markLimit, writeEnvArguments } from '../../tools/workspace/command-env.ts'
import { workspaceError } from '../../tools/workspace/workspace-errors.ts'
import { identifyChild, killTree, killTreeAtOnce } from './process-tree.ts'

/** How long output is waited for that something which left the tree may still hold open. */
const LAST_OUTPUT_MS = 1_000

/** Marks itself by a limit, which shells name by different letters, and becomes `env`. */
const MARKED_ENV = '{ ulimit -x "$0" || ulimit -w "$0"; } 2>/dev/null; exec /usr/bin/env "$@"'

type Child = ChildProcessByStdio<null, Readable, Readable>

/**
 * Run commands on this machine, in a folder; each is the leader of a session of its own, and is killed with all that it started when
 * this process ends, though by a signal. What SIGKILL ends leaves it.
 */
export const createLocalExec = (folder: string): ExecOps => ({
  async run(command, onOutput, signal) {
    signal.throwIfAborted()
    const id = randomUUID()
    const child = start(command, folder, id)
    const { pid } = child
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    if (pid === undefined) {
      const reason = await ended.then(String, (cause: NodeJS.ErrnoException) => cause.code ?? cause.message)
      throw workspaceError('COMMAND_NOT_STARTED', { program: command.program, reason })
    }
    const leader = identifyChild(pid)
    let killing: Promise<void> | undefined
    // Once: after its end these numbers may be those of others.
    const kill = () => {
      killing ??= killTree(leader, id)
      return killing
    }
    signal.addEventListener('abort', kill)
    const forget = killAtExit(() => killTreeAtOnce(leader, id))
    try {
      const output = Promise.all([
        forward('stdout', child.stdout, onOutput),
        forward('stderr', child.stderr, onOutput),
      ])
      // Output that nobody takes ends the command.
      const [code, killedBy] = await Promise.race([ended, output.then(() => ended)])
      await kill()
      await endOutput(child, output)
      return { exitCode: code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy]) }
    } finally {
      signal.removeEventListener('abort', kill)
      await kill()
      forget()
    }
  },
})

/** Start a command; what the system refuses at once (more than it takes as arguments) is thrown, the rest is an event. */
function start(command: Command, folder: string, id: string): Child {
  const args = writeEnvArguments(command, folder, id)
  try {
    return spawn('/bin/sh', ['-c', MARKED_ENV, markLimit(id), ...args], {
      cwd: folder,
      env: {},
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw workspaceError('COMMAND_NOT_STARTED', { program: command.program, reason: code ?? message }, cause)
  }
}

async function forward(
  stream: OutputChunk['stream'],
  from: Readable,
  onOutput: (chunk: OutputChunk) => void | Promise<void>,
): Promise<void> {
  try {
    for await (const bytes of from) await onOutput({ stream, bytes })
  } catch (cause) {
    // Given up below.
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw cause
  }
}

/** Wait for the rest of the output, and not for ever. */
async function endOutput({ stdout, stderr }: Child, output: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => {
    stdout.destroy()
    stderr.destroy()
  }, LAST_OUTPUT_MS)
  try {
    await output
  } finally {
    clearTimeout(timer)
  }
}
