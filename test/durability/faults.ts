import type { Fault } from './laboratory.ts'

/** What can happen to a write. */
const WRITE_FAULTS = ['enospc', 'eio-write', 'short', 'torn'] as const

const isSync = (point: string) => point.startsWith('sync')

/** Calls around what goes out, where the most is at stake: two syncs before it, itself, the call and the sync after it. */
function aroundReleases(points: readonly string[]): number[] {
  const releases = points.flatMap((point, index) => (point.startsWith('release') ? [index] : []))
  const around = releases.flatMap((release) => {
    const before = points.slice(0, release).findLastIndex(isSync)
    const first = points.slice(0, Math.max(before, 0)).findLastIndex(isSync)
    const after = points.findIndex((point, index) => index > release && isSync(point))
    return [first, before, release, release + 1, after]
  })
  return [...new Set(around)].filter((index) => index >= 0).map((index) => index + 1)
}

const listKillsAt = (points: readonly string[], calls: readonly number[]): Fault[] =>
  calls.flatMap((call): Fault[] => [
    { name: 'kill-before', call },
    // After a write is before the next call; only what leaves the process or is made durable differs.
    ...(points[call - 1]?.startsWith('write') ? [] : [{ name: 'kill-after' as const, call }]),
  ])

/** Kills before and after every call of a process. */
export const listKills = (points: readonly string[]): Fault[] =>
  listKillsAt(
    points,
    points.map((_, index) => index + 1),
  )

/** Kills before and after the calls around what goes out. */
export const listKillsAroundReleases = (points: readonly string[]): Fault[] =>
  listKillsAt(points, aroundReleases(points))

/** One kill right after a sync, at each position after another one. */
export const sampleKills =
  (position: number) =>
  (points: readonly string[]): Fault[] => {
    const syncs = points.flatMap((point, index) => (isSync(point) ? [index + 1] : []))
    return [{ name: 'kill-after', call: syncs[position % syncs.length] ?? 1 }]
  }

/** Failures of the disk at every write and sync. */
export function listDiskFaults(points: readonly string[]): Fault[] {
  const calls = (kind: string) =>
    Array.from({ length: points.filter((point) => point.startsWith(kind)).length }, (_, index) => index + 1)
  return [
    ...WRITE_FAULTS.flatMap((name) => calls('write').map((call) => ({ name, call }))),
    ...calls('sync').map((call) => ({ name: 'eio-sync' as const, call })),
  ]
}

/** One failure of the disk in the midst of an operation, at each position of another kind. */
export const sampleDiskFaults =
  (position: number) =>
  (points: readonly string[]): Fault[] => {
    const kinds = [...WRITE_FAULTS, 'eio-sync']
    const faults = listDiskFaults(points).filter(({ name }) => name === kinds[position % kinds.length])
    return faults.slice(faults.length / 2).slice(0, 1)
  }

/** A full and a broken disk, from each of the first writes of an operation on and in the midst of it. */
export function sampleHaltFaults(points: readonly string[]): Fault[] {
  const faults = listDiskFaults(points).filter(({ name }) => name === 'enospc' || name === 'eio-write')
  const last = Math.max(...faults.map(({ call }) => call))
  const calls = [1, 2, 3, 4, Math.ceil(last / 2), last]
  return faults.filter(({ call }) => calls.includes(call))
}
