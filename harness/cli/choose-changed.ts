import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { findReach } from '../affected/find-reach.ts'
import { readImportGraph } from '../affected/import-graph.ts'
import { isAffected, nameReached } from '../affected/is-affected.ts'
import type { Job } from '../schedule/job.ts'
import type { KnownCells } from './known-cells.ts'
import { PROJECT_ROOT } from './paths.ts'

/** Choose the jobs in which changes of files can show; the files are relative to the project. */
export function chooseChanged(
  jobs: readonly Job[],
  changed: readonly string[],
  known: KnownCells,
): readonly Job[] {
  if (changed.length === 0) return []
  const reach = findReach(changed, readImportGraph(PROJECT_ROOT))
  const named = nameReached(reach, DEV_REGISTRY.actions)
  return jobs.filter((job) => isAffected(job, reach, named, known.usedBy(job)))
}
