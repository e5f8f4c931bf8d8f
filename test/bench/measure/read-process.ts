import { readFileSync } from 'node:fs'

/** The kernel counts processes' CPU time in hundredths of a second. */
const TICK_MS = 10

/** Who started a process, and the CPU time of it and of its ended children. */
export interface ProcessTimes {
  readonly parent: number
  readonly cpuMs: number
}

/** Read what the kernel says of a process; undefined when it ended, or where there is no /proc. */
export function readProcess(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in parentheses and may hold anything; fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [parent, ...times] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]))
    return { parent: parent ?? 0, cpuMs: TICK_MS * times.reduce((total, time) => total + time, 0) }
  } catch {
    return undefined
  }
}
