import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type RpcClient, RpcError } from './rpc-client.ts'

/** JSON-RPC code of a node's own error. */
const SERVER_ERROR = -32_000

/** A request as it arrives on a node's socket. */
interface Line {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Serve a connection to a node on a unix socket, one JSON-RPC message a line, as anvil does. */
export async function serveRpc(path: string, rpc: Pick<RpcClient, 'request'>): Promise<Server> {
  const answer = async (text: string, socket: Socket) => {
    const { id, method, params } = JSON.parse(text) as Line
    const outcome = await rpc.request(method, params).then(
      (result) => ({ result }),
      (cause: unknown) => ({
        error: {
          code: cause instanceof RpcError ? cause.code : SERVER_ERROR,
          message: cause instanceof Error ? cause.message : String(cause),
        },
      }),
    )
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
  }
  const server = createServer((socket) => {
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    // The reader of lines hands the errors of its input on.
    const lines = createInterface({ input: socket }).on('error', giveUp)
    // One that is killed in the middle of a line leaves half of it.
    lines.on('line', (text) => answer(text, socket).catch(giveUp))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  return server
}
