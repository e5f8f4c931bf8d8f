import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/** A directory of one harness process for sockets and other leftovers; its name carries the owner. */
export interface RunDirectory {
  readonly path: string
  remove(): void
}

const NAME = /^run-(\d+)-(\d+)(?:-|$)/

/** Field 22 of /proc/<pid>/stat: when the process started, which tells it from a later one of the same pid. */
function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

const ownPrefix = () => `run-${process.pid}-${readStartTime(process.pid) ?? 0}-`

let directories = 0

/**
 * Create the directory of this process below the state directory.
 *
 * Every anvil is started with its socket in here, so that a leftover can be told from its command line alone,
 * however its owner ended.
 */
export function createRunDirectory(stateDir: string): RunDirectory {
  directories += 1
  const path = join(stateDir, `${ownPrefix()}${threadId}-${directories}`)
  mkdirSync(path, { recursive: true })
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** What was cleaned up. */
export interface Reaped {
  readonly pids: readonly number[]
  readonly directories: readonly string[]
}

/**
 * Kill the anvils of runs whose owner is gone, and remove what they left; live runs are not touched.
 *
 * Leftovers are found by their socket's path on the command line, which names the owner and its start time.
 */
export function reapOrphans(stateDir: string): Reaped {
  const orphans = listEntries(stateDir).filter((entry) => {
    const match = NAME.exec(entry)
    return match !== null && readStartTime(Number(match[1])) !== match[2]
  })
  return remove(stateDir, orphans)
}

/** Kill the anvils of this process and remove what they left; for the moment before it ends. */
export const reapOwn = (stateDir: string): Reaped =>
  remove(
    stateDir,
    listEntries(stateDir).filter((entry) => entry.startsWith(ownPrefix())),
  )

function remove(stateDir: string, names: readonly string[]): Reaped {
  const directories = names.map((name) => join(stateDir, name))
  const pids: number[] = []
  if (directories.length > 0) {
    for (const entry of listEntries('/proc')) {
      const pid = Number(entry)
      if (!Number.isInteger(pid) || pid === process.pid) continue
      const command = readCommandLine(pid)
      if (!command.some((word) => directories.some((directory) => word.startsWith(`${directory}/`)))) continue
      try {
        process.kill(pid, 'SIGKILL')
        pids.push(pid)
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  return { pids, directories }
}

function listEntries(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
