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

/** Serve a connection to a node on a unix socket, one JSON-RPC message or batch a line, as anvil does. */
export async function serveRpc(path: string, rpc: Pick<RpcClient, 'request'>): Promise<Server> {
  const answer = async ({ id, method, params }: Line) => {
    const outcome = await rpc.request(method, params).then(
      (result) => ({ result }),
      (cause: unknown) => ({ error: describeError(cause) }),
    )
    return { jsonrpc: '2.0', id, ...outcome }
  }
  const answerLine = async (text: string, socket: Socket) => {
    const asked = JSON.parse(text) as Line | readonly Line[]
    const answered = await (Array.isArray(asked) ? Promise.all(asked.map(answer)) : answer(asked as Line))
    socket.write(`${JSON.stringify(answered)}\n`)
  }
  const server = createServer((socket) => {
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    // The reader of lines hands the errors of its input on.
    const lines = createInterface({ input: socket }).on('error', giveUp)
    // One that is killed in the middle of a line leaves half of it.
    lines.on('line', (text) => answerLine(text, socket).catch(giveUp))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  return server
}

/** What a node answered goes on as it was, data of a revert included. */
const describeError = (cause: unknown) =>
  cause instanceof RpcError
    ? { code: cause.code, message: cause.message.slice(`${cause.method}: `.length), data: cause.data }
    : { code: SERVER_ERROR, message: cause instanceof Error ? cause.message : String(cause) }
