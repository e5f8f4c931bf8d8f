import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** A port of this machine that the system gives to nobody. */
export interface HeldPort {
  readonly port: number
  release(): void
}

/**
 * Hold a free port for who is to listen at it, and again after it has ended: a port that is merely found is another's by
 * then. Connections to it are refused while nobody listens.
 */
export async function holdPort(): Promise<HeldPort> {
  const forget = (socket: Socket) => socket.on('error', () => undefined).unref()
  const other = createServer(forget).listen(0, HOST)
  await once(other, 'listening')
  // Its end of a connection is a socket that does not listen: beside it one may (socket(7), SO_REUSEADDR).
  const { port } = other.address() as AddressInfo
  const end = connect({ host: HOST, port, localAddress: HOST, localPort: 0 })
  try {
    await once(end, 'connect')
  } finally {
    other.close()
  }
  forget(end)
  return { port: end.localPort as number, release: () => end.resetAndDestroy() }
}
