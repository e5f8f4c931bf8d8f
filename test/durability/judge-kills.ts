import type { Outcome } from './laboratory.ts'

/** What is wrong with how processes were killed: one lived on, or let something out before it was durable. */
export function judgeKills(outcomes: readonly Outcome[]): string[] {
  const problems: string[] = []
  for (const { operation, fault, lived } of outcomes) {
    const where = `${operation}, ${fault.name} at call ${fault.call}`
    if (fault.name.startsWith('kill') && lived.signal !== 'SIGKILL') problems.push(`${where}: it lived on`)
    let isSynced = true
    for (const point of lived.points) {
      if (point === 'write safety.sqlite-wal') isSynced = false
      if (point === 'sync safety.sqlite-wal') isSynced = true
      if (point.startsWith('release') && !isSynced) problems.push(`${where}: ${point} before a sync`)
    }
  }
  return problems
}
