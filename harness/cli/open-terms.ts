import type { RunTerms } from '../queue/run-terms.ts'
import { hashFiles } from './hash-code.ts'
import { type PoolOptions, writeTerms } from './open-pool.ts'
import type { ServedUpstream } from './upstream.ts'

/**
 * Read under what this process runs the jobs of others; answers its terms, with the hashes of the files that are asked for.
 *
 * Its threads load a module once: the code counts as it is now, and a file as it was when it was first asked for.
 */
export function openTerms(
  options: PoolOptions,
  served: Pick<ServedUpstream, 'worldHash' | 'cassetteHash' | 'anvilVersion'>,
): (files: readonly string[]) => RunTerms {
  const own = writeTerms(options, served, [])
  let known = own.files
  return (files) => {
    known = { ...hashFiles(files), ...known }
    return { ...own, files: known }
  }
}
