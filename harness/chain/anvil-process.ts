import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Instance } from 'prool'
import { type AnvilOutput, createAnvilOutput } from './anvil-output.ts'
import { recordProcess } from './process-ledger.ts'
import { claimSocket } from './socket-path.ts'
import { describeInterruptedStart, spawnShielded } from './spawn-shielded.ts'

/** Options of one anvil; parameters are named as prool names them. */
export interface AnvilOptions {
  readonly binary: string
  /** Directory for the socket: the run directory, by which leftovers are found. */
  readonly directory: string
  readonly name: string
  /** A fixed port, or 0 for a free one. */
  readonly port?: number
  /** How long it may take to listen; 30 000 ms by default. */
  readonly startTimeoutMs?: number
  readonly parameters: Instance.anvil.Parameters
}

/** How an anvil ended. */
export interface AnvilExit {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process of anvil, which may not listen yet. */
export interface AnvilProcess {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined
  readonly ipcPath: string
  readonly output: AnvilOutput
  /** Resolves when it has ended, for whatever reason. */
  readonly exited: Promise<AnvilExit>
  /** How it ended, in words; undefined while it runs. */
  readonly end: string | undefined
  /**
   * Wait until it listens.
   *
   * @throws HarnessError INTERRUPTED when Ctrl-C reached it as well; Error when it does not within a time, or ends
   */
  listens(timeoutMs: number): Promise<void>
  /** Wait for its end and its last words, which may arrive after it; not for ever. */
  drain(): Promise<void>
  /** End it: politely, then with SIGKILL. */
  kill(): Promise<void>
}

/**
 * Lets anvil's allocator (jemalloc) keep what it has freed for 30 s, not 10: anvil copies its state for every block and
 * simulation, and takes a third fewer pages anew for it. Kept for ever, memory grows with every case.
 */
const KEEPS_MEMORY = { _RJEM_MALLOC_CONF: 'dirty_decay_ms:30000' }

/** How long anvil may take to end after SIGTERM, and to be seen dead after its socket closed. */
const STOP_TIMEOUT_MS = 2_000

/** Spawn anvil in a session of its own, with an entry in the ledger and a claim of its socket. */
export function spawnAnvil(options: AnvilOptions): AnvilProcess {
  const { binary, directory, parameters, port = 0 } = options
  const socket = claimSocket(join(directory, `${options.name}.ipc`))
  const ipcPath = socket.path
  const child = spawnShielded(binary, toArguments({ ...parameters, ipc: ipcPath, port }), {
    env: { ...KEEPS_MEMORY, ...process.env },
  })
  const { pid } = child
  const output = createAnvilOutput(parameters.forkUrl)
  const listening = Promise.withResolvers<void>()
  // It is awaited, but a process may fail before it is.
  listening.promise.catch(() => undefined)
  child.once('error', listening.reject)
  child.once('exit', () =>
    listening.reject(describeInterruptedStart('anvil', child) ?? new Error(describeExit(child))),
  )
  const streams = [child.stdout, child.stderr]
  for (const stream of streams) {
    stream.on('data', (data: Buffer) => {
      output.add(data.toString())
      if (output.readPort() > 0) listening.resolve()
    })
  }
  const exited = new Promise<AnvilExit>((end) => {
    child.once('exit', (exitCode, signal) => end({ exitCode, signal }))
  })
  void exited.then(socket.release)
  if (pid === undefined) socket.release()
  else void exited.then(recordProcess(directory, { pid, ipcPath }))
  return {
    pid,
    ipcPath,
    output,
    exited,
    get end() {
      return describeExit(child)
    },
    listens: (timeoutMs) => withinTime(listening.promise, timeoutMs),
    async drain() {
      if (pid !== undefined) await settlesWithin(exited, STOP_TIMEOUT_MS)
      const open = streams.filter((stream) => !stream.closed)
      await settlesWithin(Promise.all(open.map((stream) => once(stream, 'close'))), STOP_TIMEOUT_MS)
    },
    async kill() {
      // Without a pid, a signal goes to pid 0: to the whole process group, this process included.
      if (pid === undefined) return
      child.kill('SIGTERM')
      if (!(await settlesWithin(exited, STOP_TIMEOUT_MS))) child.kill('SIGKILL')
      await exited
    },
  }
}

/** How a process ended, in words; undefined while it runs. */
function describeExit({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (signalCode !== null) return `signal ${signalCode}`
  return exitCode === null ? undefined : `exit code ${exitCode}`
}

/** Parameters as anvil's flags: `forkUrl` is `--fork-url`. */
const toArguments = (parameters: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(parameters).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, String(value)]
  })

async function withinTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const overdue = new AbortController()
  try {
    return await Promise.race([
      promise,
      delay(timeoutMs, undefined, { signal: overdue.signal }).then(() => {
        throw new Error(`it did not listen within ${timeoutMs} ms`)
      }),
    ])
  } finally {
    overdue.abort()
  }
}

async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const won = new AbortController()
  try {
    return await Promise.race([
      promise.then(() => true),
      delay(timeoutMs, false, { signal: won.signal }).catch(() => false),
    ])
  } finally {
    won.abort()
  }
}
