import type { Fault } from './laboratory.ts'

/** Calls around the broadcast, where the most is at stake: two syncs before it, itself, the call and the sync after it. */
function aroundBroadcast(points: readonly string[]): number[] {
  const broadcast = points.findIndex((point) => point.startsWith('broadcast'))
  const isSync = (point: string) => point.startsWith('sync')
  const before = points.slice(0, broadcast).findLastIndex(isSync)
  const first = points.slice(0, Math.max(before, 0)).findLastIndex(isSync)
  const after = points.findIndex((point, index) => index > broadcast && isSync(point))
  return [first, before, broadcast, broadcast + 1, after]
    .filter((index) => index >= 0)
    .map((index) => index + 1)
}

/** Kills before and after calls of a process: all of them, or a sample that is always the same. */
export function listKills(points: readonly string[], extent: 'sample' | 'full'): Fault[] {
  const calls = extent === 'sample' ? aroundBroadcast(points) : points.map((_, index) => index + 1)
  return calls.flatMap((call): Fault[] => [
    { name: 'kill-before', call },
    // After a write is before the next call; only what leaves the process or is made durable differs.
    ...(points[call - 1]?.startsWith('write') ? [] : [{ name: 'kill-after' as const, call }]),
  ])
}

/** Failures of the disk at the n-th write or sync: at every one, or at a sample that is always the same. */
export function listDiskFaults(points: readonly string[], extent: 'sample' | 'full'): Fault[] {
  const count = (kind: string) => points.filter((point) => point.startsWith(kind)).length
  const calls = (last: number, step: number) =>
    Array.from({ length: Math.ceil(last / step) }, (_, index) => index * step + 1)
  const sparse = (last: number) => (extent === 'full' ? calls(last, 1) : calls(last, Math.ceil(last / 2)))
  const writes = ['enospc', 'eio-write', 'short', 'torn'] as const
  return [
    ...writes.flatMap((name) => sparse(count('write')).map((call) => ({ name, call }))),
    ...sparse(count('sync')).map((call) => ({ name: 'eio-sync' as const, call })),
  ]
}
