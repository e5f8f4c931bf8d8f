// A lock between processes: a directory that names its owner. Runs on any Node from 18 on.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A directory without an owner is being made, unless it is older than this. */
const ANONYMOUS_MS = 5_000

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

function readOwner(path) {
  try {
    return JSON.parse(readFileSync(join(path, 'owner.json'), 'utf8'))
  } catch {
    return undefined
  }
}

function make(path) {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isStale(path) {
  const owner = readOwner(path)
  if (owner !== undefined) return !isAlive(owner)
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > ANONYMOUS_MS
}

/** Take the lock at a path, or wait for it; an owner that died loses it. Answers what gives it back. */
export async function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const breaker = `${path}.break`
  let hasSaidSo = false
  while (!make(path)) {
    // One process at a time may take a dead owner's lock away: a second one would take away the first one's new lock.
    if (isStale(path) && make(breaker)) {
      if (isStale(path)) rmSync(path, { recursive: true, force: true })
      rmSync(breaker, { recursive: true, force: true })
      continue
    }
    if (isStale(breaker)) rmSync(breaker, { recursive: true, force: true })
    if (!hasSaidSo) {
      console.error(`waiting for another set-up (process ${readOwner(path)?.pid ?? 'unknown'})…`)
      hasSaidSo = true
    }
    await delay(100)
  }
  const startTime = readStartTime(process.pid)
  writeFileSync(join(path, 'owner.json'), JSON.stringify({ pid: process.pid, startTime }))
  return () => rmSync(path, { recursive: true, force: true })
}
