import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { readProcess } from './read-process.ts'

/** How busy the machine was while something was measured. */
export interface Load {
  /** The system's load average of the last minute: processes that ran or wanted to. */
  readonly average: number
  /** Cores that processes other than the bench and its children took; undefined where /proc does not say. */
  readonly othersCores?: number
}

/** Answers the load since it was asked before. */
export type LoadMeter = () => Load

/** Below this span the counters are too coarse: the answer before still holds. */
const SHORTEST_SPAN_MS = 200

/** Start to watch how busy the machine is. */
export function createLoadMeter(): LoadMeter {
  let last = readCounters()
  let load: Load = { average: round(loadavg()[0]) }
  return () => {
    const now = readCounters()
    const spanMs = now.atMs - last.atMs
    if (spanMs < SHORTEST_SPAN_MS) return load
    const average = round(loadavg()[0])
    const others =
      now.ownMs === undefined || last.ownMs === undefined
        ? undefined
        : Math.max(0, (now.busyMs - last.busyMs - (now.ownMs - last.ownMs)) / spanMs)
    load = others === undefined ? { average } : { average, othersCores: round(others) }
    last = now
    return load
  }
}

const round = (value = 0) => Math.round(value * 100) / 100

const readCounters = () => ({ atMs: performance.now(), busyMs: readBusyMs(), ownMs: readOwnMs() })

/** CPU time of the whole machine. */
const readBusyMs = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)

/** CPU time of this process and everything below it, ended children included. */
function readOwnMs(): number | undefined {
  const children = new Map<number, number[]>()
  const cpuMs = new Map<number, number>()
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const stat = readProcess(Number(name))
      if (stat === undefined) continue
      cpuMs.set(Number(name), stat.cpuMs)
      children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)])
    }
  } catch {
    return undefined
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), cpuMs.get(pid) ?? 0)
  return sum(process.pid)
}
