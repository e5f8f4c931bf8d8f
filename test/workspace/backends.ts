import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpPorts } from '../../bin/workspace/http-ports.ts'
import { LOCAL_PORTS } from '../../bin/workspace/local-ports.ts'
import { serveHttp } from '../../bin/workspace/serve-http.ts'
import { createSshPorts } from '../../bin/workspace/ssh-ports.ts'
import type { ToolBackend } from '../../tools/workspace/backend.ts'
import { createLocalBackend } from '../../tools/workspace/backends/local-backend.ts'
import { createMemoryBackend } from '../../tools/workspace/backends/memory-backend.ts'
import { createSshBackend } from '../../tools/workspace/backends/ssh-backend.ts'
import { createHttpBackend } from '../../tools/workspace/http/http-backend.ts'
import { serveBackend } from '../../tools/workspace/http/serve-backend.ts'
import { makeKeyPair, startSshServer } from './ssh-server.ts'
import { startSshd } from './sshd.ts'
import { giveAway, isRoot, NOBODY } from './unprivileged.ts'

/** A backend to be tested, over a folder of its own. */
export interface Subject {
  readonly backend: ToolBackend
  /** Absolute path of the working folder. */
  readonly root: string
  /** A folder beside it that no tool may reach, with the file `secret.txt`. */
  readonly outside: string
  /** A folder beside it that is open as well. */
  readonly allowed: string
  /** Put a link into the working folder. */
  link(names: readonly string[], target: string): void
  /** Set the permission bits of a file or folder in the working folder. */
  setMode(names: readonly string[], mode: number): void
  close(): Promise<void>
}

/** What stands in the file that no tool may reach. */
export const SECRET = 'SECRET-OUTSIDE'

/** The key with which the tests log in. */
export const CLIENT_KEY = makeKeyPair()

const TOKEN = 'a token of these tests'

interface Folders {
  readonly base: string
  readonly root: string
  readonly outside: string
  readonly allowed: string
}

function makeFolders(): Folders {
  const base = mkdtempSync(join(tmpdir(), 'assay-workspace-'))
  const at = (name: string) => {
    mkdirSync(join(base, name))
    return join(base, name)
  }
  const folders = { base, root: at('root'), outside: at('outside'), allowed: at('allowed') }
  writeFileSync(join(folders.outside, 'secret.txt'), SECRET)
  giveAway(...Object.values(folders))
  return folders
}

const subjectOn = (
  { base, root, outside, allowed }: Folders,
  backend: ToolBackend,
  close: () => Promise<void> = async () => undefined,
): Subject => ({
  backend,
  root,
  outside,
  allowed,
  link: (names, target) => symlinkSync(target, join(root, ...names)),
  setMode: (names, mode) => chmodSync(join(root, ...names), mode),
  async close() {
    await backend.close()
    await close()
    rmSync(base, { recursive: true, force: true })
  },
})

const openLocal = ({ root, allowed }: Folders) =>
  createLocalBackend({ root, allow: [allowed], protects: [] }, LOCAL_PORTS)

/** Open an SSH backend on a host of these tests. */
export const openSsh = (
  { root, allowed }: Pick<Folders, 'root' | 'allowed'>,
  host: { readonly port: number; readonly hostKey: string; readonly user?: string },
) =>
  createSshBackend(
    { name: 'ssh', root, allow: [allowed], hostKey: host.hostKey },
    createSshPorts({
      host: '127.0.0.1',
      port: host.port,
      user: host.user ?? 'tester',
      privateKey: CLIENT_KEY.private,
    }),
  )

/** How each backend is opened. */
export const OPENERS = {
  memory: async (): Promise<Subject> => {
    const backend = createMemoryBackend({ path: '/base/root', others: ['/base/allowed'] })
    return {
      backend,
      root: '/base/root',
      outside: '/base/outside',
      allowed: '/base/allowed',
      link: backend.link,
      setMode: backend.setMode,
      close: backend.close,
    }
  },
  local: async () => {
    const folders = makeFolders()
    return subjectOn(folders, openLocal(folders))
  },
  ssh: async () => {
    const folders = makeFolders()
    const host = await startSshServer(CLIENT_KEY.public)
    return subjectOn(folders, openSsh(folders, host), host.close)
  },
  http: async () => {
    const folders = makeFolders()
    const local = openLocal(folders)
    const server = await serveHttp(serveBackend(local, TOKEN))
    const backend = createHttpBackend({ name: 'http', url: server.url, token: TOKEN }, createHttpPorts())
    // What connects is loaded while everything may be read.
    await backend.file.stat('.')
    return subjectOn(folders, backend, async () => {
      await server.close()
      await local.close()
    })
  },
  sshd: async () => {
    const folders = makeFolders()
    const host = await startSshd(CLIENT_KEY.public)
    return subjectOn(folders, openSsh(folders, host), host.close)
  },
  /** The same for a user whom permissions stop: files alone, since that one has no shell. */
  sftp: async () => {
    const folders = makeFolders()
    const host = await startSshd(CLIENT_KEY.public, isRoot ? NOBODY.name : undefined)
    return subjectOn(folders, openSsh(folders, host), host.close)
  },
} as const satisfies Record<string, () => Promise<Subject>>

/** The name of a backend. */
export type BackendName = keyof typeof OPENERS
