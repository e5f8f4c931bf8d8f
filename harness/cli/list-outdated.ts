import { formatCount } from '../../reports/text/format-count.ts'
import { changedFiles } from '../record/compare-provenance.ts'
import { listNames } from '../record/list-names.ts'
import type { RecordProvenance } from '../record/record.ts'
import { hashCode, hashFiles } from './hash-code.ts'

/** Say what of this checkout is not as it was when a run was made: the run says nothing of that. */
export function listOutdated({ codeHash, files }: Pick<RecordProvenance, 'codeHash' | 'files'>): string[] {
  const names = Object.keys(files)
  const changed = changedFiles({ files }, { files: hashFiles(names) }, names)
  return [
    ...(codeHash === hashCode() ? [] : ['the code changed']),
    ...(changed.length === 0
      ? []
      : [`${formatCount(changed.length, 'scenario file')} changed: ${listNames(changed)}`]),
  ]
}
