import { readdirSync, readFileSync } from 'node:fs'

/** Name of the environment variable by which a run's processes are known. */
export const MARK_VARIABLE = 'ASSAY_VARIANT_RUN'

/**
 * Kill every process that carries a mark in the environment it was started with. Children inherit it, so that those are
 * found as well that stand in a session of their own and whose parent is gone.
 */
export function killMarked(mark: string): void {
  const killed = new Set<number>()
  for (let found = listMarked(mark); found.length > 0; found = listMarked(mark)) {
    const fresh = found.filter((pid) => !killed.has(pid))
    if (fresh.length === 0) return
    for (const pid of fresh) {
      killed.add(pid)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
}

const listMarked = (mark: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && isMarked(pid, mark))

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK_VARIABLE}=${mark}`)
  } catch {
    return false
  }
}
