import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { Client, type ClientChannel } from 'ssh2'
import type { OutputChunk } from '../../tools/workspace/backend.ts'
import type { RemoteEnd, SshConnection, SshPorts } from '../../tools/workspace/backends/ssh-backend.ts'
import { openSftpTree } from './sftp-tree.ts'

/** A login on a host. */
export interface SshLogin {
  readonly host: string
  readonly port?: number
  readonly user: string
  /** The private key, as OpenSSH or PEM writes it. */
  readonly privateKey: string
  readonly passphrase?: string
}

/** How long a connection may take, and how often a silent one is asked whether it lives. */
const READY_TIMEOUT_MS = 20_000
const KEEP_ALIVE_MS = 10_000
const KEEP_ALIVES_MISSED = 3

/** Judges the address of a connection, before anything is sent; throws to refuse it. */
type Admit = (address: string | undefined) => void

async function openSocket(host: string, port: number, admit: Admit): Promise<Socket> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(READY_TIMEOUT_MS) })
    admit(socket.remoteAddress)
    return socket
  } catch (cause) {
    socket.destroy()
    throw cause
  }
}

/** Connect to a host as an SSH backend needs it. */
export const createSshPorts = (
  { host, port = 22, user, ...key }: SshLogin,
  admit: Admit = () => undefined,
): SshPorts => ({
  newId: randomUUID,
  async connect(checkHostKey) {
    const sock = await openSocket(host, port, admit)
    const client = new Client()
    let isOpen = true
    let refused: unknown
    client.on('close', () => {
      isOpen = false
    })
    const ready = new Promise<void>((resolve, reject) => {
      client.on('ready', resolve)
      // Stays for as long as the client: an error without a listener would end the process.
      client.on('error', (cause) => {
        isOpen = false
        reject(refused ?? cause)
      })
      client.on('close', () => reject(refused ?? new Error('the connection was closed')))
    })
    client.connect({
      sock,
      username: user,
      ...key,
      readyTimeout: READY_TIMEOUT_MS,
      keepaliveInterval: KEEP_ALIVE_MS,
      keepaliveCountMax: KEEP_ALIVES_MISSED,
      hostVerifier: (shown: Buffer) => {
        try {
          checkHostKey(shown)
          return true
        } catch (cause) {
          refused = cause
          return false
        }
      },
    })
    await ready
    // Each operation is a few small messages to and fro.
    client.setNoDelay(true)
    const sftp = await promisify(client.sftp.bind(client) as never as SftpOpener)()
    return {
      get isOpen() {
        return isOpen
      },
      openTree: (path) => openSftpTree(sftp, path),
      run: (...run) => runOn(client, ...run),
      close: () => client.end(),
    }
  },
})

type SftpOpener = (done: (error: Error | undefined, sftp: import('ssh2').SFTPWrapper) => void) => void

async function runOn(
  client: Client,
  ...[commandLine, input, onOutput, signal, onEnd]: Parameters<SshConnection['run']>
): Promise<RemoteEnd> {
  const channel = await promisify<string, ClientChannel>(client.exec.bind(client) as never)(commandLine)
  const end = () => channel.end()
  signal.addEventListener('abort', end)
  try {
    channel.write(input)
    if (signal.aborted) end()
    let ended: Promise<RemoteEnd> | undefined
    const exited = once(channel, 'exit').then(([code]) => {
      ended = Promise.resolve({ exitCode: typeof code === 'number' ? code : undefined })
      return ended
    })
    const closed = once(channel, 'close').then(() => {
      if (ended === undefined) throw new Error('the connection was lost')
      return ended
    })
    const output = Promise.all([
      forward('stdout', channel, onOutput),
      forward('stderr', channel.stderr, onOutput),
    ])
    const found = await Promise.race([exited, closed, output.then(() => Promise.race([exited, closed]))])
    await onEnd(found)
    // The runner's sweep has ended by now, and with it what writes.
    await output
    return found
  } finally {
    signal.removeEventListener('abort', end)
    channel.close()
  }
}

async function forward(
  stream: OutputChunk['stream'],
  from: AsyncIterable<Uint8Array>,
  onOutput: (chunk: OutputChunk) => void | Promise<void>,
): Promise<void> {
  for await (const bytes of from) await onOutput({ stream, bytes })
}
