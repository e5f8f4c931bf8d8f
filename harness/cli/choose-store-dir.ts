import { createHash } from 'node:crypto'
import { accessSync, constants, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Memory as a file system, where Linux has it. */
const MEMORY = '/dev/shm'

/** Room that is left there for the stores of a run, which come to some dozens of megabytes. */
const LEAST_BYTES = 1n << 30n

/**
 * Choose where the durable stores of scenarios are: in memory where there is room, else in the state directory.
 *
 * What a scenario ends is a process, and what it breaks is a disk that it plays itself; both are the same on either.
 * Only a machine that loses power would tell them apart, and each of the stores' writes waits for the disk.
 */
export function chooseStoreDir(stateDir: string, memory = MEMORY, leastBytes = LEAST_BYTES): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory, { bigint: true })
    if (bavail * bsize < leastBytes) return stateDir
  } catch {
    return stateDir
  }
  // What a killed run left there is found by the next one of the same checkout.
  return join(memory, `assay-${createHash('sha256').update(stateDir).digest('hex').slice(0, 16)}`)
}
