import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Json } from '../../tools/core/json.ts'
import type { SdkPort } from '../../tools/core/sdk-port.ts'
import { isUncollected } from '../chain/process-ledger.ts'
import { claimSocket } from '../chain/socket-path.ts'
import { keepLastWords } from '../chain/spawn-shielded.ts'
import { HarnessError } from '../errors.ts'
import { exchangeOverSocket } from '../guardian/exchange-line.ts'
import type { SidecarAnswer, SidecarRequest, SidecarStatus } from './messages.ts'
import { SDK_VERSIONS, type SdkVersions } from './sdk-versions.ts'

/** Starts the sidecar when it is first asked, and again when it is asked after it ended. */
export interface SidecarHost extends SdkPort {
  /** Its process while it runs. */
  pid(): Promise<number | undefined>
  /**
   * Hold that no signal from outside ended a sidecar since {@link SidecarHost.forget}.
   *
   * @throws HarnessError SIDECAR_EXITED
   */
  assertAlive(): Promise<void>
  /** Hold nothing against what comes that ended before. */
  forget(): void
  stop(): Promise<void>
}

interface Sidecar {
  readonly pid: number
  readonly socketPath: string
  readonly hasEnded: boolean
  readonly ended: Promise<unknown>
  end(): Promise<void>
}

/** Told of a signal that ended a sidecar though its host sent none. */
type OnKilled = (signal: NodeJS.Signals) => void

const ENTRY = fileURLToPath(new URL('process.ts', import.meta.url))
const COMPILE_CACHE = fileURLToPath(new URL('../../.assay/compile-cache', import.meta.url))
const STRIP_TYPES = new URL('../../tools/core/strip-types.mjs', import.meta.url).href

/**
 * Create the host of a sidecar; nothing is started until something is asked.
 *
 * No sidecar outlives the process that started it: its standard input closes with that, however it ends, and then the sidecar
 * ends and removes its socket. It keeps no process alive by itself.
 *
 * @param options.directory - where the folder of its socket is made; the system's for temporary files without one
 * @param options.onStarted - told of each process that is started; what it answers is called when that has ended
 * @param options.versions - the only ones that are taken
 */
export function createSidecarHost(
  options: {
    readonly directory?: string
    readonly versions?: SdkVersions
    readonly onStarted?: (process: { readonly pid: number; readonly ipcPath: string }) => () => void
  } = {},
): SidecarHost {
  let running: Promise<Sidecar> | undefined
  let killedBy: NodeJS.Signals | undefined
  const onKilled: OnKilled = (signal) => {
    killedBy ??= signal
  }
  const exchange = ({ socketPath }: Sidecar, line: string, signal: AbortSignal) =>
    exchangeOverSocket(socketPath)(line, signal)
  /** Requests that come together get the same process. */
  const keep = async (previous: Promise<Sidecar> | undefined): Promise<Sidecar> => {
    const kept = await previous?.catch(() => undefined)
    if (kept !== undefined && !kept.hasEnded) return kept
    return startSidecar(options, onKilled)
  }
  return {
    async ask(method, params, signal) {
      running = keep(running)
      const line = JSON.stringify({ method, params } satisfies SidecarRequest)
      const answer: SidecarAnswer = JSON.parse(await exchange(await running, line, signal))
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.result as Json
    },
    async pid() {
      const sidecar = await running?.catch(() => undefined)
      return sidecar?.hasEnded === false ? sidecar.pid : undefined
    },
    async assertAlive() {
      const sidecar = await running?.catch(() => undefined)
      // One that is going to answer no more has ended, though nobody has heard of it yet.
      if (sidecar?.hasEnded === false)
        await exchange(sidecar, '{}', new AbortController().signal).catch(() => sidecar.ended)
      else await sidecar?.ended
      if (killedBy === undefined) return
      throw new HarnessError('SIDECAR_EXITED', 'the process of the SDKs ended while it was in use', {
        expected: 'it to run until its host ends it',
        found: `signal ${killedBy}`,
        hint: 'with SIGKILL look for the out-of-memory killer; run the scenario again',
      })
    },
    forget() {
      killedBy = undefined
    },
    async stop() {
      await running?.then(
        (sidecar) => sidecar.end(),
        () => undefined,
      )
      running = undefined
    },
  }
}

async function startSidecar(
  {
    directory: parent = tmpdir(),
    versions = SDK_VERSIONS,
    onStarted,
  }: NonNullable<Parameters<typeof createSidecarHost>[0]>,
  onKilled: OnKilled,
): Promise<Sidecar> {
  const directory = mkdtempSync(join(parent, 'assay-sdks-'))
  const { path: socketPath } = claimSocket(join(directory, 'ipc'))
  const release = () => rmSync(directory, { recursive: true, force: true })
  const child = spawn(process.execPath, ['--import', STRIP_TYPES, ENTRY, '--ipc', socketPath], {
    stdio: 'pipe',
    // Ctrl-C in a terminal reaches its starter alone, with which it ends.
    detached: true,
    // Nothing else of the environment is its business.
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, NODE_COMPILE_CACHE_PORTABLE: '1' },
  })
  // Without a pid, it says why here.
  child.on('error', () => undefined)
  const { pid } = child
  if (pid === undefined) {
    release()
    throw new Error('the process of the SDKs cannot be started')
  }
  const lastWords = keepLastWords(child.stderr)
  // With all that it wrote.
  const described = once(child, 'close').then(() => `it ended: ${lastWords()}`)
  let isEnded = false
  const ended = once(child, 'exit').then(([, signal]) => {
    release()
    if (signal !== null && !isEnded) onKilled(signal)
  })
  void ended.then(onStarted?.({ pid, ipcPath: socketPath }))
  child.stdin.on('error', () => undefined)
  const end = async () => {
    isEnded = true
    child.kill('SIGKILL')
    await ended
  }
  const status = (await readStatus(child.stdout)) ?? { failed: await described }
  const wrong = describeWrong(status, versions)
  if (wrong !== undefined) {
    await end()
    throw new Error(wrong)
  }
  // Nobody waits for it but who asks it.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr])
    (stream as unknown as { unref?(): void }).unref?.()
  return {
    pid,
    socketPath,
    get hasEnded() {
      // The system knows before this process has heard of it.
      return child.exitCode !== null || child.signalCode !== null || isUncollected(pid)
    },
    ended,
    end,
  }
}

/** Undefined when it ends before it says any. */
async function readStatus(stdout: NodeJS.ReadableStream): Promise<SidecarStatus | undefined> {
  const { value, done } = await createInterface({ input: stdout })[Symbol.asyncIterator]().next()
  return done ? undefined : JSON.parse(value)
}

/** Say what keeps a process from being asked; undefined for nothing. */
function describeWrong(status: SidecarStatus, versions: SdkVersions): string | undefined {
  if ('failed' in status) return `the process of the SDKs did not start: ${status.failed}`
  const wrong = Object.entries(versions).find(([name, version]) => status.versions[name] !== version)
  if (wrong === undefined) return undefined
  const [name, version] = wrong
  return `${name} is ${status.versions[name] ?? 'missing'}, expected ${version}`
}
