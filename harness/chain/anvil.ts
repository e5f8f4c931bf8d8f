import { describeCause } from '../../tools/core/describe-cause.ts'
import { HarnessError } from '../errors.ts'
import { type AnvilExit, type AnvilOptions, type AnvilProcess, spawnAnvil } from './anvil-process.ts'
import { connectIpc, type IpcOptions } from './ipc-client.ts'
import { createReadMemory } from './read-memory.ts'
import { redactUrl } from './redact-url.ts'
import type { RpcClient } from './rpc-client.ts'

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
  connect(options?: Pick<IpcOptions, 'recalls'>): Promise<RpcClient>
  /** End the process: politely, then with SIGKILL. Stopping twice, or a dead one, is nothing. */
  stop(): Promise<void>
}

/** How long anvil may take to listen. */
const START_TIMEOUT_MS = 30_000

/**
 * Start one anvil, in a session of its own, and connect to its socket.
 *
 * @throws HarnessError PORT_IN_USE, SOCKET_IN_USE, ANVIL_START_FAILED, INTERRUPTED, and RPC_UNREACHABLE when the upstream does not
 *   answer
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const node = spawnAnvil(options)
  const { ipcPath, output } = node
  await node.listens(options.startTimeoutMs ?? START_TIMEOUT_MS).catch(async (cause: unknown) => {
    await node.kill()
    await node.drain()
    throw cause instanceof HarnessError ? cause : describeFailedStart(options, output.lines(), cause)
  })
  const port = options.port || output.readPort()
  output.clear()
  const connections: RpcClient[] = []
  let isStopping = false
  const explainClose = async () => (isStopping ? describeStop(ipcPath) : describeEnd(node, port))
  const memory = createReadMemory()
  const connect: Anvil['connect'] = async (how) => {
    if (node.end !== undefined) throw await explainClose()
    const connection = await connectIpc(ipcPath, { ...how, explainClose, memory })
    connections.push(connection)
    return connection
  }
  const stop = async () => {
    isStopping = true
    for (const connection of connections) connection.close()
    await node.kill()
  }
  try {
    const rpc = await connect()
    await rpc.request('anvil_setLoggingEnabled', [false])
    const url = `http://127.0.0.1:${port}`
    return { url, port, pid: node.pid as number, ipcPath, rpc, exited: node.exited, connect, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const describeStop = (ipcPath: string) =>
  new HarnessError('RPC_CLOSED', 'the node was stopped', {
    where: ipcPath,
    hint: 'a request was still under way when its fork was stopped',
  })

async function describeEnd(node: AnvilProcess, port: number): Promise<HarnessError> {
  await node.drain()
  return new HarnessError('ANVIL_EXITED', 'anvil ended while it was in use', {
    where: `pid ${node.pid}, port ${port}`,
    expected: 'anvil to run until it is stopped',
    found: [node.end ?? 'it closed its socket', ...node.output.lines()].join('\n            '),
    hint: 'an upstream that went away makes it abort; with SIGKILL look for the out-of-memory killer',
  })
}

function describeFailedStart(options: AnvilOptions, lines: readonly string[], cause: unknown): HarnessError {
  const found = [describeCause(cause), ...lines].join(' | ')
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
    hint: 'with SIGKILL look for the out-of-memory killer; `assay doctor` checks the set-up',
    cause,
  })
}
