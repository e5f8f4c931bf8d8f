import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type Dirent, constants as fs } from 'node:fs'
import * as files from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import ssh2, { type Attributes, type Connection, type FileEntry, type SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** A host with an SSH server in this process. */
export interface SshHost {
  readonly port: number
  /** SHA-256 of its public key, as `ssh-keygen -l` writes it. */
  readonly hostKey: string
  /** How many have logged in so far. */
  readonly logins: number
  /** Cut every connection. */
  cut(): void
  close(): Promise<void>
}

/** Name the SHA-256 of a public key (OpenSSH's form of it). */
export const nameKey = (publicKey: string): string => {
  const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

/** Make a pair of keys: of ECDSA, since ssh2 writes one in 256 of its Ed25519 keys in a form that it cannot read. */
export const makeKeyPair = () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })

/** Start a server of ssh2's own, which lets one key in: SFTP over this machine's files, and a shell. */
export async function startSshServer(clientPublicKey: string): Promise<SshHost> {
  const host = makeKeyPair()
  const expected = ssh2.utils.parseKey(clientPublicKey)
  if (expected instanceof Error) throw expected
  const connections = new Set<Connection>()
  let logins = 0
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection)
    const socket = socketOf(connection)
    socket.setNoDelay(true)
    connection.on('error', () => undefined)
    connection.on('close', () => connections.delete(connection))
    connection.on('authentication', (request) => {
      const isKnown =
        request.method === 'publickey' &&
        request.key.data.equals(expected.getPublicSSH()) &&
        (request.signature === undefined ||
          expected.verify(request.blob ?? Buffer.alloc(0), request.signature, request.hashAlgo) === true)
      if (isKnown) request.accept()
      else request.reject(['publickey'])
    })
    connection.on('ready', () => {
      logins += 1
      connection.on('session', (accept) => serveSession(accept()))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: nameKey(host.public),
    get logins() {
      return logins
    },
    cut() {
      for (const connection of connections) socketOf(connection).destroy()
    },
    async close() {
      for (const connection of connections) connection.end()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The socket below a connection: ssh2 shows it to nobody. */
const socketOf = (connection: Connection) => (connection as unknown as { readonly _sock: Socket })._sock

function serveSession(session: ssh2.Session): void {
  session.on('exec', (accept, _, { command }) => {
    const channel = accept()
    const child = spawn('sh', ['-c', command], { stdio: 'pipe', detached: true })
    channel.pipe(child.stdin)
    child.stdin.on('error', () => undefined)
    channel.on('close', () => child.stdin.end())
    child.stdout.on('data', (bytes) => channel.write(bytes))
    child.stderr.on('data', (bytes) => channel.stderr.write(bytes))
    child.on('exit', (code, signal) => {
      if (code === null) channel.exit(signal?.replace('SIG', '') ?? 'KILL')
      else channel.exit(code)
    })
    child.on('close', () => channel.end())
  })
  session.on('sftp', (accept) => serveSftp(accept()))
}

const toAttributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: import('node:fs').Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1_000),
  mtime: Math.floor(mtimeMs / 1_000),
})

const toEntry = (name: string, attrs: Attributes): FileEntry => ({ filename: name, longname: name, attrs })

/** What OpenSSH says of these failures; of all others, that they are some. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ENOENT: STATUS_CODE.NO_SUCH_FILE,
  ENOTDIR: STATUS_CODE.NO_SUCH_FILE,
  ELOOP: STATUS_CODE.NO_SUCH_FILE,
  EACCES: STATUS_CODE.PERMISSION_DENIED,
  EPERM: STATUS_CODE.PERMISSION_DENIED,
}

/** Serve files by SFTP version 3, as a plain server without extensions does. */
function serveSftp(sftp: SFTPWrapper): void {
  const handles = new Map<number, files.FileHandle | { path: string; entries: Dirent[]; isRead: boolean }>()
  let last = 0
  const keep = (value: files.FileHandle | { path: string; entries: Dirent[]; isRead: boolean }) => {
    last += 1
    handles.set(last, value)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(last)
    return handle
  }
  const fileOf = (handle: Buffer) => handles.get(handle.readUInt32BE()) as files.FileHandle
  const done = (id: number) => sftp.status(id, STATUS_CODE.OK)
  const answer = (id: number, body: () => Promise<void>) =>
    void body().catch((cause: NodeJS.ErrnoException) => {
      sftp.status(id, STATUS_OF[cause.code ?? ''] ?? STATUS_CODE.FAILURE)
    })
  const flagsOf = (flags: number) =>
    (flags & OPEN_MODE.WRITE ? fs.O_RDWR : fs.O_RDONLY) |
    (flags & OPEN_MODE.CREAT ? fs.O_CREAT : 0) |
    (flags & OPEN_MODE.EXCL ? fs.O_EXCL : 0) |
    (flags & OPEN_MODE.TRUNC ? fs.O_TRUNC : 0)

  sftp.on('OPEN', (id, path, flags, attrs) =>
    answer(id, async () => sftp.handle(id, keep(await files.open(path, flagsOf(flags), attrs.mode)))),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const { buffer, bytesRead } = await fileOf(handle).read(Buffer.alloc(length), 0, length, offset)
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, buffer.subarray(0, bytesRead))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      await fileOf(handle).write(data, 0, data.length, offset)
      done(id)
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    answer(id, async () => sftp.attrs(id, toAttributes(await fileOf(handle).stat()))),
  )
  sftp.on('FSETSTAT', (id, handle, attrs) =>
    answer(id, async () => {
      await fileOf(handle).chmod(attrs.mode)
      done(id)
    }),
  )
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      const open = handles.get(handle.readUInt32BE())
      handles.delete(handle.readUInt32BE())
      if (open && 'close' in open) await open.close()
      done(id)
    }),
  )
  sftp.on('LSTAT', (id, path) =>
    answer(id, async () => sftp.attrs(id, toAttributes(await files.lstat(path)))),
  )
  sftp.on('STAT', (id, path) => answer(id, async () => sftp.attrs(id, toAttributes(await files.stat(path)))))
  sftp.on('REALPATH', (id, path) =>
    answer(id, async () => {
      const real = await files.realpath(path)
      sftp.name(id, [toEntry(real, {} as Attributes)])
    }),
  )
  sftp.on('READLINK', (id, path) =>
    answer(id, async () => {
      const target = await files.readlink(path)
      sftp.name(id, [toEntry(target, {} as Attributes)])
    }),
  )
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      const entries = await files.readdir(path, { withFileTypes: true })
      sftp.handle(id, keep({ path, entries, isRead: false }))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const folder = handles.get(handle.readUInt32BE()) as {
        path: string
        entries: Dirent[]
        isRead: boolean
      }
      if (folder.isRead || folder.entries.length === 0) {
        sftp.status(id, STATUS_CODE.EOF)
        return
      }
      folder.isRead = true
      const rows = folder.entries.map(async ({ name }) =>
        toEntry(name, toAttributes(await files.lstat(`${folder.path}/${name}`))),
      )
      sftp.name(id, await Promise.all(rows))
    }),
  )
  const simply = (event: string, body: (...args: string[]) => Promise<unknown>) =>
    sftp.on(event as 'REMOVE', (id: number, ...args: string[]) =>
      answer(id, async () => {
        await body(...args)
        done(id)
      }),
    )
  simply('REMOVE', (path) => files.unlink(path as string))
  simply('RMDIR', (path) => files.rmdir(path as string))
  simply('MKDIR', (path) => files.mkdir(path as string))
  simply('RENAME', async (from, to) => {
    // As OpenSSH's does, it takes no name away from another file.
    await files.link(from as string, to as string)
    await files.unlink(from as string)
  })
}
