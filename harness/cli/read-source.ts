import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordProvenance } from '../record/record.ts'
import { PROJECT_ROOT } from './paths.ts'

/**
 * Create what reads the files of scenarios for reports, by their paths relative to the project; one that is no longer
 * what was run is not read.
 */
export const createSourceReader =
  ({ files }: Pick<RecordProvenance, 'files'>) =>
  (file: string): string | undefined => {
    const path = join(PROJECT_ROOT, file)
    const expected = files[file]
    // A record of others may name anything: a folder, or a device that never ends.
    if (expected === undefined || !existsSync(path) || !statSync(path).isFile()) return undefined
    const bytes = readFileSync(path)
    return createHash('sha256').update(bytes).digest('hex') === expected ? bytes.toString('utf8') : undefined
  }
