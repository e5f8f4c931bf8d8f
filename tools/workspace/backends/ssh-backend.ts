import { createHash } from 'node:crypto'
import { ToolError } from '../../core/errors.ts'
import type { Command, ExecOps, FileOps, ToolBackend } from '../backend.ts'
import { writeEnvArguments } from '../command-env.ts'
import { workspaceError } from '../workspace-errors.ts'
import { RUNNER_COMMAND, writeRunnerInput } from './remote-runner.ts'
import type { Tree } from './tree.ts'
import { createTreeFileOps } from './tree-file-ops.ts'

/** How a remote command ended; undefined where something ended it. */
export interface RemoteEnd {
  readonly exitCode: number | undefined
}

/** A connection to a host. */
export interface SshConnection {
  /** Whether it can still be used. */
  readonly isOpen: boolean
  /** Open a folder of the host. @throws ToolError ROOT_INVALID */
  openTree(path: string): Promise<Tree>
  /**
   * Have the host's shell run a command line, which reads an input and then waits for its end.
   *
   * @param onEnd - told how the command line ended, while what it started may still write; awaited
   */
  run(
    commandLine: string,
    input: string,
    onOutput: Parameters<ExecOps['run']>[1],
    signal: AbortSignal,
    onEnd: (end: RemoteEnd) => Promise<void>,
  ): Promise<RemoteEnd>
  close(): void
}

/** Where an SSH backend works. */
export interface SshOptions {
  readonly name: string
  /** Absolute path of the working folder on the host, and of other folders that are open. */
  readonly root: string
  readonly allow?: readonly string[]
  /** SHA-256 of the host's public key, as `ssh-keygen -l` writes it: `SHA256:` and base64. */
  readonly hostKey: string
}

/** What an SSH backend needs of the process. */
export interface SshPorts {
  /**
   * Connect and log in.
   *
   * @param checkHostKey - throws for a key that is not the host's; nothing is sent to that host
   */
  connect(checkHostKey: (key: Uint8Array) => void): Promise<SshConnection>
  /** Gives an identifier that was never used. */
  newId(): string
}

/**
 * Check the public key that a host shows.
 *
 * @throws ToolError HOST_KEY_UNKNOWN
 */
function checkHostKey(expected: string, key: Uint8Array): void {
  const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '')
  const found = `SHA256:${digest}`
  if (found !== expected) throw workspaceError('HOST_KEY_UNKNOWN', { found, expected })
}

interface Session {
  readonly connection: SshConnection
  readonly file: FileOps
  readonly folder: string
}

/**
 * Create the backend of another machine over SSH: files by SFTP, commands by a runner that kills what they leave.
 *
 * It connects when it is first used, and again when the connection was lost; what was under way then has failed, and is
 * not done again. SFTP knows no descriptors: another process of the host that exchanges folders for links between a
 * look and a use may lead a file operation astray, as any command on that host could be.
 */
export function createSshBackend(options: SshOptions, ports: SshPorts): ToolBackend {
  const { name } = options
  let opening: Promise<Session> | undefined
  let current: Session | undefined
  let isClosed = false

  const open = async (): Promise<Session> => {
    const connection = await ports.connect((key) => checkHostKey(options.hostKey, key))
    try {
      if (isClosed) throw workspaceError('BACKEND_DISCONNECTED', { backend: name, reason: 'it was closed' })
      const trees = await Promise.all([options.root, ...(options.allow ?? [])].map(connection.openTree))
      current = { connection, file: createTreeFileOps(trees), folder: (trees[0] as Tree).path }
      return current
    } catch (cause) {
      connection.close()
      throw cause
    }
  }
  const connect = async (): Promise<Session> => {
    if (isClosed) throw workspaceError('BACKEND_DISCONNECTED', { backend: name, reason: 'it was closed' })
    if (current?.connection.isOpen) return current
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }
  const use = async <T>(body: (session: Session) => Promise<T>): Promise<T> => {
    let session: Session | undefined
    try {
      session = await connect()
      return await body(session)
    } catch (cause) {
      if (cause instanceof ToolError) throw cause
      const reason = (cause as Error).message
      const isLost = session === undefined || !session.connection.isOpen
      throw workspaceError(
        isLost ? 'BACKEND_DISCONNECTED' : 'BACKEND_FAILED',
        { backend: name, reason },
        cause,
      )
    }
  }
  return {
    name,
    machine: 'other',
    file: {
      readFile: (...args) => use(({ file }) => file.readFile(...args)),
      writeFile: (...args) => use(({ file }) => file.writeFile(...args)),
      stat: (...args) => use(({ file }) => file.stat(...args)),
      readDir: (...args) => use(({ file }) => file.readDir(...args)),
      mkdirAll: (...args) => use(({ file }) => file.mkdirAll(...args)),
      remove: (...args) => use(({ file }) => file.remove(...args)),
    },
    exec: {
      run: (command, onOutput, signal) =>
        use((session) => runRemotely(session, ports.newId(), command, onOutput, signal)),
    },
    async close() {
      isClosed = true
      const last = await opening?.catch(() => undefined)
      last?.connection.close()
      current?.connection.close()
    },
  }
}

/** How a command ends that was killed together with its runner (SIGKILL). */
const KILLED = 128 + 9

async function runRemotely(
  { connection, folder }: Session,
  id: string,
  command: Command,
  onOutput: Parameters<ExecOps['run']>[1],
  signal: AbortSignal,
) {
  signal.throwIfAborted()
  const input = writeRunnerInput(id, folder, writeEnvArguments(command, folder, id))
  const ignore = () => undefined
  const { exitCode } = await connection.run(RUNNER_COMMAND, input, onOutput, signal, async (end) => {
    if (end.exitCode !== undefined) return
    // The command killed its runner: another one kills what it left.
    const sweep = writeRunnerInput(id, folder, [])
    await connection.run(RUNNER_COMMAND, sweep, ignore, new AbortController().signal, async () => undefined)
  })
  return { exitCode: exitCode ?? KILLED }
}
