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

/** How long output may be silent after the command has ended, while something which left the tree holds it open. */
const SILENCE_MS = 1_000

/** More than lies between a command and this process at its end: who writes more than that is another one. */
const MOST_LEFT_BYTES = 2 ** 21

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
      const output = followOutput(child, onOutput)
      // Output that nobody takes ends the command.
      const [code, killedBy] = await Promise.race([ended, output.whole.then(() => ended)])
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

/** What a command writes, on its way to who reads it. */
interface Output {
  /** Resolves when all of it was taken; rejects when it is not. */
  readonly whole: Promise<unknown>
  /** How much has come. */
  readonly bytes: number
  /** Whether something that came was not taken yet. */
  readonly isHeldUp: boolean
}

function followOutput(
  { stdout, stderr }: Child,
  onOutput: (chunk: OutputChunk) => void | Promise<void>,
): Output {
  let [come, taken] = [0, 0]
  const forward = async (stream: OutputChunk['stream'], from: Readable) => {
    try {
      for await (const bytes of from) {
        come += bytes.length
        await onOutput({ stream, bytes })
        taken += bytes.length
      }
    } catch (cause) {
      // Given up below.
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw cause
    }
  }
  return {
    whole: Promise.all([forward('stdout', stdout), forward('stderr', stderr)]),
    get bytes() {
      return come
    },
    get isHeldUp() {
      return taken < come
    },
  }
}

/** Wait for the rest of the output, and not for ever where nothing comes, or no end. */
async function endOutput({ stdout, stderr }: Child, output: Output): Promise<void> {
  const most = output.bytes + MOST_LEFT_BYTES
  let isWhole = false
  let timer: NodeJS.Timeout | undefined
  const wait = (before: number) => {
    if (isWhole) return
    // What came while this process stood still is read between the timer and the end of its turn.
    timer = setTimeout(setImmediate, SILENCE_MS, () => {
      const isGoingOn = output.bytes > before || output.isHeldUp
      if (isGoingOn && output.bytes <= most) return wait(output.bytes)
      stdout.destroy()
      stderr.destroy()
    })
  }
  wait(output.bytes)
  try {
    await output.whole
  } finally {
    isWhole = true
    clearTimeout(timer)
  }
}
