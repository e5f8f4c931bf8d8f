import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connectIpc } from '../chain/ipc-client.ts'
import { recordProcess } from '../chain/process-ledger.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { serveRpc } from '../chain/serve-rpc.ts'
import { claimSocket } from '../chain/socket-path.ts'
import { describeInterruptedStart, keepLastWords, spawnShielded } from '../chain/spawn-shielded.ts'
import { HarnessError } from '../errors.ts'
import { decodeMessage, encodeMessage, type GuardianSetup, type GuardianStatus } from './messages.ts'

/** A running guardian process. */
export interface GuardianProcess {
  readonly pid: number
  readonly socketPath: string
  /** Set it up for a scenario; whatever it held before is gone. */
  setUp(setup: GuardianSetup): Promise<void>
  /** Stop its threads where they are, as a machine that hangs would; only {@link GuardianProcess.kill} is left. */
  pause(): void
  /** End it at once. */
  kill(): Promise<void>
  /** The signal that ended it though the harness sent none, as the out-of-memory killer does. */
  readonly killedBy: NodeJS.Signals | null
  readonly hasEnded: boolean
}

/** Starts the guardian process of a worker when it is first asked for, and keeps it while it lives. */
export interface GuardianHost {
  /** A path at which nothing listens. */
  readonly emptyPath: string
  get(): Promise<GuardianProcess>
  /**
   * A path for the ledger of one scenario's guardian; it goes with the directory of its ledgers. The process forgets all else
   * with each set-up, so nothing there is nothing remembered.
   *
   * @throws HarnessError FORK_LEAK when a ledger is there already
   */
  newLedgerPath(): string
  /** Ask a node over a connection that is the guardian's alone, opened with the first request. */
  connectNode(nodePath: string): Pick<RpcClient, 'request'>
  /** Serve the guardian's way to its node from now on; answers the socket where it is. */
  serveNode(rpc: Pick<RpcClient, 'request'>): Promise<string>
  /**
   * Hold that no signal from outside ended the guardian.
   *
   * @throws HarnessError GUARDIAN_EXITED
   */
  assertAlive(): Promise<void>
  stop(): Promise<void>
}

const ENTRY = fileURLToPath(new URL('process.ts', import.meta.url))
const COMPILE_CACHE = fileURLToPath(new URL('../../.assay/compile-cache', import.meta.url))
const PACKAGES = new URL('../../bin/use-sources.mjs', import.meta.url).href

/**
 * Create the host of a worker's guardian.
 *
 * No guardian outlives the process that started it: its standard input closes with that, and the process ledger
 * lists it for what was killed before it could read.
 *
 * @param options.directory - the run directory, for sockets
 * @param options.ledgerDirectory - for its ledgers
 */
export function createGuardianHost(options: {
  readonly directory: string
  readonly ledgerDirectory: string
  readonly stateDir: string
}): GuardianHost {
  const { directory, ledgerDirectory } = options
  let running: Promise<GuardianProcess> | undefined
  let started = 0
  let ledgers = 0
  let node: { readonly path: string; readonly rpc: Promise<RpcClient> } | undefined
  let served: Pick<RpcClient, 'request'> | undefined
  let server: Promise<{ readonly path: string; close(): void }> | undefined
  const close = () =>
    void node?.rpc.then(
      (rpc) => rpc.close(),
      () => undefined,
    )
  const serveAt = async (path: string) => {
    const socket = claimSocket(path)
    const listening = await serveRpc(socket.path, {
      request: (method, params) => (served as RpcClient).request(method, params),
    })
    return { path: socket.path, close: () => void listening.close(socket.release) }
  }
  /** Calls that come together get the same process. */
  const keep = async (previous: Promise<GuardianProcess> | undefined): Promise<GuardianProcess> => {
    const kept = await previous?.catch(() => undefined)
    if (kept !== undefined && !kept.hasEnded) return kept
    started += 1
    return startGuardian(directory, `guardian-${started}.sock`)
  }
  return {
    emptyPath: join(directory, 'nobody.sock'),
    get() {
      running = keep(running)
      return running
    },
    newLedgerPath() {
      ledgers += 1
      const path = join(ledgerDirectory, `guardian-ledger-${ledgers}`)
      if (existsSync(path)) throw leftover(path)
      return path
    },
    connectNode: (nodePath) => ({
      async request(method, params) {
        if (node?.path !== nodePath) {
          close()
          node = { path: nodePath, rpc: connectIpc(nodePath) }
        }
        return (await node.rpc).request(method, params)
      },
    }),
    async serveNode(rpc) {
      served = rpc
      server ??= serveAt(join(directory, 'guardian-node.sock'))
      return (await server).path
    },
    async assertAlive() {
      const signal = (await running?.catch(() => undefined))?.killedBy
      if (!signal) return
      running = undefined
      throw new HarnessError('GUARDIAN_EXITED', 'the guardian ended while it was in use', {
        expected: 'it to run until a scenario stops it',
        found: `signal ${signal}`,
        hint: 'with SIGKILL look for the out-of-memory killer; run the scenario again',
      })
    },
    async stop() {
      const [last] = await Promise.allSettled([running])
      if (last?.status === 'fulfilled') await last.value?.kill()
      close()
      await server?.then(({ close: end }) => end())
    },
  }
}

async function startGuardian(directory: string, name: string): Promise<GuardianProcess> {
  const socket = claimSocket(join(directory, name))
  const { path: socketPath } = socket
  const child = spawnShielded(process.execPath, ['--import', PACKAGES, ENTRY, '--ipc', socketPath], {
    // Nothing else of the environment is its business.
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, NODE_COMPILE_CACHE_PORTABLE: '1' },
  })
  // Without a pid, it says why here.
  child.on('error', () => undefined)
  const { pid } = child
  if (pid === undefined) {
    socket.release()
    throw failure('its process cannot be started')
  }
  const lastWords = keepLastWords(child.stderr)
  const ended = once(child, 'exit')
  // With all that it wrote.
  const closed = once(child, 'close')
  void ended.then(socket.release)
  void ended.then(recordProcess(directory, { pid, ipcPath: socketPath }))
  // It may end while a set-up is on its way.
  child.stdin.on('error', () => undefined)
  const statuses = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextStatus = async () => {
    const { value, done } = await statuses.next()
    if (done) {
      await closed
      throw failure(
        `${child.signalCode === null ? 'it ended' : `signal ${child.signalCode}`}: ${lastWords()}`,
      )
    }
    const status = decodeMessage<GuardianStatus>(value)
    if ('failed' in status) throw failure(status.failed)
  }
  await nextStatus().catch((cause: unknown) => {
    throw describeInterruptedStart('the guardian', child) ?? cause
  })
  let isKilled = false
  return {
    pid,
    socketPath,
    async setUp(setup) {
      child.stdin.write(encodeMessage(setup))
      await nextStatus()
    },
    pause() {
      child.kill('SIGSTOP')
      // The signal takes effect a moment later; without waiting, a quick guardian might still answer.
      while (!isStopped(pid));
    },
    async kill() {
      isKilled = true
      child.kill('SIGKILL')
      await ended
    },
    get killedBy() {
      return isKilled ? null : child.signalCode
    },
    get hasEnded() {
      // A killed one is as good as ended, long before its host hears of it.
      return isKilled || child.exitCode !== null || child.signalCode !== null
    },
  }
}

/** Whether all of a process stands still, or it is no more. */
function isStopped(pid: number): boolean {
  try {
    return /\) [TZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

const leftover = (path: string) =>
  new HarnessError('FORK_LEAK', 'the guardian of a scenario would remember what another one signed', {
    where: path,
    expected: 'no ledger',
    found: 'one that is there already',
    hint: 'this is a defect of the harness: each scenario has a ledger of its own',
  })

const failure = (found: string) =>
  new HarnessError('INTERNAL', 'the guardian did not start', {
    where: ENTRY,
    expected: 'a process that says that it is ready',
    found,
    hint: 'what it wrote says why',
  })
