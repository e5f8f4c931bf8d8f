import { join } from 'node:path'
import { Instance } from 'prool'
import { HarnessError } from '../errors.ts'
import { findFreePort } from './free-port.ts'
import { connectIpc } from './ipc-client.ts'
import type { RpcClient } from './rpc-client.ts'

/** Options of one anvil; what is named here is passed on as prool's parameters. */
export interface AnvilOptions {
  readonly binary: string
  /** Directory for the socket: the run directory, by which leftovers are found. */
  readonly directory: string
  readonly name: string
  /** A fixed port, or 0 for a free one. */
  readonly port?: number
  readonly parameters: NonNullable<Parameters<typeof Instance.anvil>[0]>
}

/** A running anvil. */
export interface Anvil {
  readonly url: string
  readonly port: number
  readonly ipcPath: string
  /** The harness' own connection: control methods included. */
  readonly rpc: RpcClient
  /** Another connection to the same node. */
  connect(): Promise<RpcClient>
  stop(): Promise<void>
}

/** Lines of output that are kept to explain a failure. */
const KEPT_LINES = 20

/**
 * Start one anvil through prool and connect to its socket.
 *
 * @throws HarnessError PORT_IN_USE, ANVIL_START_FAILED
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const port = options.port || (await findFreePort())
  const ipcPath = join(options.directory, `${options.name}.ipc`)
  const instance = Instance.anvil({
    binary: options.binary,
    ...options.parameters,
    ipc: ipcPath,
  } as Parameters<typeof Instance.anvil>[0]).create({ port })
  const output: string[] = []
  instance.on('message', (message) => {
    output.push(message.trim())
    if (output.length > KEPT_LINES) output.shift()
  })
  try {
    await instance.start()
  } catch (cause) {
    const found =
      output.filter(Boolean).join(' | ') || (cause instanceof Error ? cause.message : String(cause))
    if (/address already in use|os error 98/i.test(found)) {
      throw new HarnessError('PORT_IN_USE', `port ${port} is in use`, {
        where: `127.0.0.1:${port}`,
        expected: 'a free port',
        found,
        hint: 'choose another with --port, or --port 0 for any free one',
        cause,
      })
    }
    throw new HarnessError('ANVIL_START_FAILED', 'anvil did not start', {
      where: options.binary,
      expected: 'anvil to listen',
      found,
      hint: 'see its output above; `assay doctor` checks the set-up',
      cause,
    })
  }
  const rpc = await connectIpc(ipcPath)
  await rpc.request('anvil_setLoggingEnabled', [false])
  const connections: RpcClient[] = [rpc]
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    ipcPath,
    rpc,
    async connect() {
      const connection = await connectIpc(ipcPath)
      connections.push(connection)
      return connection
    },
    async stop() {
      for (const connection of connections) connection.close()
      await instance.stop()
    },
  }
}
