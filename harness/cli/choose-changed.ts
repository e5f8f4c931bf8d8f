import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { findReach } from '../affected/find-reach.ts'
import { readImportGraph } from '../affected/import-graph.ts'
import { isAffected, nameReached } from '../affected/is-affected.ts'
import type { Job } from '../schedule/job.ts'
import { listSources } from '../world/list-sources.ts'
import type { KnownCells } from './known-cells.ts'
import { PROJECT_ROOT } from './paths.ts'
import type { ChangedFiles } from './read-git.ts'

/** Folders of what a run loads. */
const FOLDERS = ['bin', 'harness', 'scenarios', 'tools']

/** List the sources that a run loads, and the files of its jobs, relative to the project. */
export const listRunFiles = (jobs: readonly Job[]): readonly string[] => [
  ...listSources(
    PROJECT_ROOT,
    FOLDERS.filter((folder) => existsSync(join(PROJECT_ROOT, folder))),
  ),
  ...jobs.map(({ file }) => file),
]

/** Choose the jobs in which changes of files can show; one of which git cannot tell may have changed. */
export function chooseChanged(
  jobs: readonly Job[],
  { changed, untold }: ChangedFiles,
  known: KnownCells,
): readonly Job[] {
  const files = new Set([...changed, ...untold])
  if (files.size === 0) return []
  const reach = findReach([...files], readImportGraph(PROJECT_ROOT))
  const named = nameReached(reach, DEV_REGISTRY.actions)
  // What reaches by way of the project knows nothing of files outside it.
  return jobs.filter((job) => files.has(job.file) || isAffected(job, reach, named, known.usedBy(job)))
}
