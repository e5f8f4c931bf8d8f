import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { threadId } from 'node:worker_threads'
import { makeFolder } from '../make-folder.ts'

/** A directory of one harness process for sockets and other leftovers; its name carries the owner. */
export interface RunDirectory {
  readonly path: string
  remove(): void
}

/** A process and the moment it started, which tells it from a later one of the same pid. */
interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot. */
  readonly startTime: string
}

interface LedgerEntry extends ProcessIdentity {
  readonly owner: ProcessIdentity & { readonly threadId: number }
  /** Which start of the machine counts the ticks. */
  readonly boot: string
  readonly ipcPath?: string
}

/** What was cleaned up. */
export interface Reaped {
  readonly pids: readonly number[]
  readonly directories: readonly string[]
}

/** run-<pid>-<start time>-<thread>-<number> */
const NAME = /^run-(\d+)-(\d+)-(\d+)-(\d+)$/

/** Fields 4, 5, 6 and 22 of /proc/<pid>/stat; a process that ended but was not waited for counts as gone. */
function readStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return {
      ...{ parent: Number(parent), group: Number(group), session: Number(session) },
      startTime: `${rest[15]}`,
    }
  } catch {
    return undefined
  }
}

/** Whether a process is shown that has ended and was not waited for; that of a system which shows none is not known. */
export const isUncollected = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && readStat(pid) === undefined

/** Whether a process of this id goes on, be it that which had the id before or another. */
export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0) && !isUncollected(pid)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tells one start of the machine from another (random(4)). */
const readBoot = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

const readStartTime = (pid: number) => readStat(pid)?.startTime

const isAlive = ({ pid, startTime }: ProcessIdentity) => readStartTime(pid) === startTime

const own = (): ProcessIdentity => ({ pid: process.pid, startTime: readStartTime(process.pid) ?? '0' })

let directories = 0

/**
 * Create the directory of this process below the state directory.
 *
 * Every anvil is started with its socket in here, so that a leftover can be told from its command line alone,
 * however its owner ended.
 */
export function createRunDirectory(stateDir: string): RunDirectory {
  const { pid, startTime } = own()
  makeFolder(stateDir)
  let path: string
  // Another instance of this module counts for itself, and a pid comes again.
  do {
    directories += 1
    path = join(resolve(stateDir), `run-${pid}-${startTime}-${threadId}-${directories}`)
  } while (!isCreated(path))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Create a directory; false when it is already there. */
function isCreated(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

/** Where the ledger has a process; any directory that is no run directory is taken for a state directory. */
const entryOf = (directory: string, pid: number) => {
  const stateDir = NAME.test(basename(directory)) ? dirname(resolve(directory)) : resolve(directory)
  return join(stateDir, 'processes', `${pid}.json`)
}

/** List what is still there of a process that was recorded in a directory. */
export const listRemains = (
  directory: string,
  { pid, ipcPath }: { pid: number; ipcPath: string },
): string[] => [
  ...(readStat(pid) === undefined ? [] : ['process']),
  ...(existsSync(ipcPath) ? ['socket'] : []),
  ...(existsSync(entryOf(directory, pid)) ? ['ledger entry'] : []),
]

/**
 * Note a started process in `<state directory>/processes/<pid>.json`; the returned function strikes it out again. One that
 * cannot be noted is killed: nothing would find it after its owner was killed.
 *
 * @param directory - the run directory it was started in; any other directory is taken for a state directory
 * @param child.ipcPath - the socket that it leaves, where it has one
 */
export function recordProcess(directory: string, child: { pid: number; ipcPath?: string }): () => void {
  const path = entryOf(directory, child.pid)
  const entry: LedgerEntry = {
    pid: child.pid,
    startTime: readStartTime(child.pid) ?? '0',
    owner: { ...own(), threadId },
    boot: readBoot(),
    ...(child.ipcPath === undefined ? {} : { ipcPath: resolve(child.ipcPath) }),
  }
  try {
    makeFolder(dirname(path))
    // Renamed into place, so that another run's reaper never sees half an entry.
    writeFileSync(`${path}.new`, JSON.stringify(entry))
    renameSync(`${path}.new`, path)
  } catch (cause) {
    isSent(child.pid, 'SIGKILL')
    if (existsSync(`${path}.new`)) rmSync(`${path}.new`)
    throw cause
  }
  return () => rmSync(path, { force: true })
}

/**
 * Kill the processes of runs whose owner is gone with all that they started, and remove what they left; live runs are
 * not touched.
 *
 * They are found in the ledger and, for an owner that was killed before it could write there, by their socket's
 * path on the command line, which names the owner and its start time.
 */
export const reapOrphans = (stateDir: string): Reaped =>
  reap(resolve(stateDir), (owner) => !isAlive(owner), true)

/**
 * Kill the processes of this one with all that they started, and remove what they left; for the moment before it ends.
 *
 * @param options.threadId - only those that this worker thread started: for one that died
 */
export function reapOwn(stateDir: string, options: { readonly threadId?: number } = {}): Reaped {
  const self = own()
  return reap(resolve(stateDir), (owner) => {
    const isOwn = owner.pid === self.pid && owner.startTime === self.startTime
    return isOwn && (options.threadId === undefined || owner.threadId === options.threadId)
  })
}

function reap(
  stateDir: string,
  isMeant: (owner: LedgerEntry['owner']) => boolean,
  forgetsEnded = false,
): Reaped {
  const pids = new Set<number>()
  const kill = (pid: number) => {
    // What is stopped starts nothing more, and its children still name it.
    if (!isSent(pid, 'SIGSTOP')) return
    for (const child of listPids().filter((each) => readStat(each)?.parent === pid)) kill(child)
    if (isSent(pid, 'SIGKILL')) pids.add(pid)
  }
  const ledger = join(stateDir, 'processes')
  for (const name of listEntries(ledger)) {
    if (!name.endsWith('.json')) continue
    const path = join(ledger, name)
    const entry = readEntry(path)
    if (entry !== undefined && isMeant(entry.owner)) {
      if (isAlive(entry)) kill(entry.pid)
      for (const pid of listSession(entry)) kill(pid)
      if (entry.ipcPath !== undefined) rmSync(entry.ipcPath, { force: true })
      rmSync(path, { force: true })
    } else if (forgetsEnded && (entry === undefined || !isAlive(entry))) {
      rmSync(path, { recursive: true, force: true })
    }
  }
  const found = listEntries(stateDir)
    .filter((name) => {
      const [, pid, startTime, thread] = NAME.exec(name) ?? []
      return (
        pid !== undefined &&
        isMeant({ pid: Number(pid), startTime: `${startTime}`, threadId: Number(thread) })
      )
    })
    .map((name) => join(stateDir, name))
  if (found.length > 0) {
    for (const pid of listPids()) {
      if (pid === process.pid) continue
      const ipcPath = readIpcPath(pid)
      if (ipcPath !== undefined && found.some((directory) => ipcPath.startsWith(directory + sep))) kill(pid)
    }
  }
  for (const directory of found) rmSync(directory, { recursive: true, force: true })
  return { pids: [...pids], directories: found }
}

/**
 * List what is left of the session that a recorded process led. Another process of its pid can lead one only once nothing is
 * left of this one.
 */
function listSession({ pid, startTime, boot }: LedgerEntry): number[] {
  const leader = readStartTime(pid) ?? startTime
  if (leader !== startTime || boot !== readBoot()) return []
  return listPids().filter((each) => {
    const found = readStat(each)
    return found?.group === pid && found.session === pid && Number(found.startTime) >= Number(startTime)
  })
}

const listPids = (): number[] => listEntries('/proc').map(Number).filter(Number.isInteger)

/** Send a signal; false when the process has ended by itself meanwhile. */
function isSent(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function listEntries(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** What has another shape is not there. */
function readEntry(path: string): LedgerEntry | undefined {
  try {
    const entry = JSON.parse(readFileSync(path, 'utf8')) as Partial<LedgerEntry> | null
    return isIdentity(entry) && isIdentity(entry?.owner) ? (entry as LedgerEntry) : undefined
  } catch {
    return undefined
  }
}

/** Signals to other numbers go to groups. */
const isIdentity = (value: Partial<ProcessIdentity> | null | undefined): boolean =>
  Number.isSafeInteger(value?.pid) && Number(value?.pid) > 0 && typeof value?.startTime === 'string'

/** The value of --ipc on a process' command line: only what the harness starts has one, so no editor or `tail` of a person is meant. */
function readIpcPath(pid: number): string | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const index = words.indexOf('--ipc')
    const path = index < 0 ? undefined : words[index + 1]
    return path && resolve(readlinkSync(`/proc/${pid}/cwd`), path)
  } catch {
    return undefined
  }
}
