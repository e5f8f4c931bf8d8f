// A lock between processes: a directory that names its owner, from its first moment to its last. Runs on any Node from 18 on.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Start time of a process as the kernel counts it: tells a process from a later one with the same id. */
function readStartTime(pid) {
  try {
    // The second field, the name, may hold anything in its parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
  } catch {
    return ''
  }
}

function isAlive({ pid, startTime }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return startTime === '' || startTime === readStartTime(pid)
}

const ownerOf = (path) => join(path, 'owner.json')

/** Who owns a lock, as it is written there; undefined where there is none. */
function readOwner(path) {
  try {
    return readFileSync(ownerOf(path), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a lock is there whose owner is gone, or nobody: one that a machine lost its power under can be empty. */
function isStale(path) {
  const owner = readOwner(path)
  if (owner === undefined) return false
  try {
    return !isAlive(JSON.parse(owner))
  } catch {
    return true
  }
}

/** Name the owner of a lock, for who waits for it. */
function nameOwner(path) {
  try {
    return JSON.parse(readOwner(path)).pid
  } catch {
    return 'unknown'
  }
}

/** Put a directory that names this process into place; false where there is one. */
function make(path) {
  if (existsSync(ownerOf(path))) return false
  const draft = `${path}.${randomUUID()}`
  mkdirSync(draft)
  try {
    const owner = { pid: process.pid, startTime: readStartTime(process.pid) }
    writeFileSync(ownerOf(draft), JSON.stringify(owner))
    renameSync(draft, path)
    return true
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(ownerOf(path))) return false
    throw error
  }
}

/** Take a directory away at once: half of one would be nobody's. */
function remove(path) {
  const gone = `${path}.${randomUUID()}`
  try {
    renameSync(path, gone)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  rmSync(gone, { recursive: true, force: true })
}

/** Take the lock at a path, or wait for it; an owner that died loses it. Answers what gives it back. */
export async function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const breaker = `${path}.break`
  let hasSaidSo = false
  while (!make(path)) {
    // One process at a time may take a dead owner's lock away: a second one would take away the first one's new lock.
    if (isStale(path) && make(breaker)) {
      if (isStale(path)) remove(path)
      remove(breaker)
      continue
    }
    if (isStale(breaker)) remove(breaker)
    if (!hasSaidSo) {
      console.error(`waiting for another set-up (process ${nameOwner(path)})…`)
      hasSaidSo = true
    }
    await delay(100)
  }
  return () => remove(path)
}
