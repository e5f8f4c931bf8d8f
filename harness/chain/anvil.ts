import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Instance } from 'prool'
import { HarnessError } from '../errors.ts'
import { connectIpc } from './ipc-client.ts'
import { recordProcess } from './process-ledger.ts'
import { createRedactor, redactUrl, redactUrls } from './redact-url.ts'
import type { RpcClient } from './rpc-client.ts'
import { claimSocket } from './socket-path.ts'
import { spawnShielded } from './spawn-shielded.ts'

/** Options of one anvil; parameters are named as prool names them. */
export interface AnvilOptions {
  readonly binary: string
  /** Directory for the socket: the run directory, by which leftovers are found. */
  readonly directory: string
  readonly name: string
  /** A fixed port, or 0 for a free one. */
  readonly port?: number
  /** How long it may take to listen; 30 000 ms by default. */
  readonly startTimeoutMs?: number
  readonly parameters: Instance.anvil.Parameters
}

/** How an anvil ended. */
export interface AnvilExit {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running anvil. */
export interface Anvil {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly ipcPath: string
  /** The harness' own connection: control methods included. */
  readonly rpc: RpcClient
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<AnvilExit>
  /** Another connection to the same node. Requests fail with ANVIL_EXITED when the node dies under them. */
  connect(): Promise<RpcClient>
  /** End the process: politely, then with SIGKILL. Stopping twice, or a dead one, is nothing. */
  stop(): Promise<void>
}

/** Lines of output that are kept to explain a failure. */
const KEPT_LINES = 20

/** "  9: anvil::eth::…" and "     at <unknown source file>" */
const STACK_FRAME = /^\s*(\d+: |at )/

/** How long anvil may take to end after SIGTERM, and to be seen dead after its socket closed. */
const STOP_TIMEOUT_MS = 2_000

/**
 * Start one anvil, in a session of its own, and connect to its socket.
 *
 * @throws HarnessError PORT_IN_USE, SOCKET_IN_USE, ANVIL_START_FAILED, and RPC_UNREACHABLE when the upstream does not
 *   answer
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { parameters, startTimeoutMs = 30_000 } = options
  const socket = claimSocket(join(options.directory, `${options.name}.ipc`))
  const { path: ipcPath } = socket
  const child = spawnShielded(
    options.binary,
    toArguments({ ...parameters, ipc: ipcPath, port: options.port ?? 0 }),
    { stderr: 'pipe' },
  )
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  child.once('error', failed.reject)
  child.once('exit', () => failed.reject(new Error('it ended')))
  const output = createOutput(parameters.forkUrl)
  const listens = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output.add(data.toString())
      if (output.readPort() > 0) listens.resolve()
    })
  }
  const exited = new Promise<AnvilExit>((end) => {
    child.once('exit', (exitCode, signal) => end({ exitCode, signal }))
  })
  const forget =
    child.pid === undefined ? () => {} : recordProcess(options.directory, { pid: child.pid, ipcPath })
  void exited.then(() => {
    forget()
    socket.release()
  })
  if (child.pid === undefined) socket.release()
  const kill = async () => {
    // Without a pid, a signal goes to pid 0: to the whole process group, this process included.
    if (child.pid === undefined) return
    child.kill('SIGTERM')
    if (!(await settlesWithin(exited, STOP_TIMEOUT_MS))) child.kill('SIGKILL')
    await exited
  }

  const overdue = new AbortController()
  try {
    await Promise.race([
      listens.promise,
      failed.promise,
      delay(startTimeoutMs, undefined, { signal: overdue.signal }).then(() => {
        throw new Error(`it did not listen within ${startTimeoutMs} ms`)
      }),
    ])
  } catch (cause) {
    await kill()
    await drain(child)
    throw describeFailedStart(options, output.lines(), cause)
  } finally {
    overdue.abort()
  }
  const port = options.port || output.readPort()
  output.clear()

  let isStopping = false
  const explainClose = async () => {
    if (isStopping) {
      return new HarnessError('RPC_CLOSED', 'the node was stopped', {
        where: ipcPath,
        hint: 'a request was still under way when its fork was stopped',
      })
    }
    await settlesWithin(exited, STOP_TIMEOUT_MS)
    await drain(child)
    const end = child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode}`
    return new HarnessError('ANVIL_EXITED', 'anvil ended while it was in use', {
      where: `pid ${child.pid}, port ${port}`,
      expected: 'anvil to run until it is stopped',
      found: [end, ...output.lines()].join('\n            '),
      hint: 'an upstream that went away makes it abort; with SIGKILL look for the out-of-memory killer',
    })
  }
  const connections: RpcClient[] = []
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const connect = async () => {
    if (hasEnded()) throw await explainClose()
    const connection = await connectIpc(ipcPath, { explainClose })
    connections.push(connection)
    return connection
  }
  const stop = async () => {
    isStopping = true
    for (const connection of connections) connection.close()
    await kill()
  }
  try {
    const rpc = await connect()
    await rpc.request('anvil_setLoggingEnabled', [false])
    const url = `http://127.0.0.1:${port}`
    return { url, port, pid: child.pid as number, ipcPath, rpc, exited, connect, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Parameters as anvil's flags: `forkUrl` is `--fork-url`. */
const toArguments = (parameters: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(parameters).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, String(value)]
  })

/** Wait for the last words: they may arrive after the exit. */
async function drain(child: ChildProcess): Promise<void> {
  const open = [child.stdout, child.stderr].filter((stream) => stream && !stream.closed)
  await settlesWithin(Promise.all(open.map((stream) => stream && once(stream, 'close'))), STOP_TIMEOUT_MS)
}

/** Collects what anvil prints, without the key in its upstream's URL. */
function createOutput(forkUrl: string | undefined) {
  const redact = forkUrl !== undefined && URL.canParse(forkUrl) ? createRedactor(forkUrl) : redactUrls
  let text = ''
  let port = 0
  return {
    add(message: string) {
      text += stripVTControlCharacters(message)
      port ||= Number(/Listening on \S+:(\d+)/.exec(text)?.[1] ?? 0)
      // A panic says why in its first lines and then prints dozens of frames.
      const lines = text.split('\n')
      text = [
        ...lines
          .slice(0, -1)
          .filter((line) => !STACK_FRAME.test(line))
          .slice(-KEPT_LINES),
        lines.at(-1),
      ].join('\n')
    },
    clear() {
      text = ''
    },
    lines: () =>
      redact(text)
        .split('\n')
        .filter((line) => line.trim() !== ''),
    readPort: () => port,
  }
}

async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const won = new AbortController()
  try {
    return await Promise.race([
      promise.then(() => true),
      delay(timeoutMs, false, { signal: won.signal }).catch(() => false),
    ])
  } finally {
    won.abort()
  }
}

function describeFailedStart(options: AnvilOptions, lines: readonly string[], cause: unknown): HarnessError {
  const found = lines.join(' | ') || (cause instanceof Error ? cause.message : String(cause))
  const { forkUrl } = options.parameters
  if (/address already in use|os error 98/i.test(found)) {
    return new HarnessError('PORT_IN_USE', `port ${options.port} is in use`, {
      where: `127.0.0.1:${options.port}`,
      expected: 'a free port',
      found,
      hint: 'choose another with --port, or --port 0 for any free one',
      cause,
    })
  }
  if (forkUrl && /error sending request|failed to (fetch|get) |HTTP error/i.test(found)) {
    return new HarnessError('RPC_UNREACHABLE', 'anvil cannot reach the chain that it shall fork', {
      where: redactUrl(forkUrl),
      expected: 'an answer from the upstream',
      found,
      hint: 'check URL, key and network, or leave --rpc-url out to use the embedded origin',
    })
  }
  return new HarnessError('ANVIL_START_FAILED', 'anvil did not start', {
    where: options.binary,
    expected: 'anvil to listen',
    found,
    hint: 'see its output above; `assay doctor` checks the set-up',
    cause,
  })
}
