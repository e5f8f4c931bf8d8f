import { once } from 'node:events'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { killGroup, spawnShielded } from '../../harness/chain/spawn-shielded.ts'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { readLines } from '../../tools/core/read-lines.ts'
import type { AgentMessage, AgentProcess } from '../../tools/gateway/agents.ts'
import type { AgentStart } from '../../tools/gateway/gateway.ts'
import type { SessionFile } from './gateway-file.ts'

/** How long an agent may take to end by itself, once nobody writes to it any more. */
const GRACE_MS = 5_000

/** Longest message of an agent, in bytes; one that writes a longer one is ended. */
const MOST_MESSAGE = 64 * 1024 * 1024

/**
 * Start the agent of a session: it speaks the RPC of `pi --mode rpc` over its standard input and output.
 *
 * @param record - notes its pid for whoever has to end it in place of this process; answers what strikes it out
 * @throws Error when it cannot be started
 */
export async function startAgent(
  { command = [], folder, variables }: SessionFile,
  { extensions, environment, onLine }: AgentStart,
  record: (pid: number) => () => void,
): Promise<AgentProcess> {
  // The system would name the program as what is not there.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${folder}, of "folder" under [[sessions]], is no folder`)
  const [program = '', ...args] = command
  const own = Object.fromEntries(variables.flatMap((name) => entryOf(name)))
  const child = spawnShielded(program, [...args, ...extensions.flatMap((path) => ['--extension', path])], {
    cwd: folder,
    env: { ...own, ...environment },
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  exited.catch(() => undefined)
  await once(child, 'spawn')
  const pid = child.pid as number
  const forget = record(pid)
  // It may end while something is on its way to it.
  child.stdin.on('error', () => undefined)
  child.on('error', () => undefined)
  const listeners = new Set<(message: AgentMessage) => void>()
  const follow = async (stream: AsyncIterable<Uint8Array>, take: (line: string) => void) => {
    try {
      for await (const line of readLines(endLine(stream), MOST_MESSAGE)) if (line !== '') take(line)
    } catch (cause) {
      onLine(`it is ended: ${describeCause(cause)}`)
      killGroup(pid)
    }
  }
  void follow(child.stdout, (line) => {
    const message = parseMessage(line)
    if (message === undefined) return onLine(line)
    for (const listener of listeners) listener(message)
  })
  void follow(child.stderr, onLine)
  const send = (message: AgentMessage) => child.stdin.write(`${JSON.stringify(message)}\n`)
  // Nobody sits in front of it who could answer.
  listeners.add(({ type, id, method }) => {
    const isDialog = ['select', 'confirm', 'input', 'editor'].includes(String(method))
    if (type === 'extension_ui_request' && isDialog)
      send({ type: 'extension_ui_response', id, cancelled: true })
  })
  const ended = exited.then(([code, signal]) => {
    killGroup(pid)
    forget()
    return signal === null ? `exit code ${code}` : `killed by ${signal}`
  })
  return {
    pid,
    send,
    ended,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      child.stdin.end()
      const grace = new AbortController()
      const late = delay(GRACE_MS, undefined, { signal: grace.signal }).then(
        () => killGroup(pid),
        () => undefined,
      )
      await ended
      grace.abort()
      await late
    },
  }
}

/** What a process writes as it fails may lack the end of its last line. */
async function* endLine(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* stream
  yield Buffer.from('\n')
}

const entryOf = (name: string): [string, string][] => {
  const value = process.env[name]
  return value === undefined ? [] : [[name, value]]
}

function parseMessage(line: string): AgentMessage | undefined {
  try {
    const message: unknown = JSON.parse(line)
    const isMessage = message !== null && typeof message === 'object' && 'type' in message
    return isMessage ? (message as AgentMessage) : undefined
  } catch {
    return undefined
  }
}
