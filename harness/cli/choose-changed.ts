import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { findReach } from '../affected/find-reach.ts'
import { readImportGraph } from '../affected/import-graph.ts'
import { isAffected, nameReached } from '../affected/is-affected.ts'
import type { Job } from '../schedule/job.ts'
import type { KnownCells } from './known-cells.ts'
import { PROJECT_ROOT } from './paths.ts'
import type { ChangedFiles, CodeState } from './read-git.ts'

/**
 * Choose the jobs in which changes of files can show; one of which git cannot tell may have changed.
 *
 * @param difference - lists in which files the commit may differ from some code; undefined where that is not known
 */
export async function chooseChanged(
  jobs: readonly Job[],
  { changed, untold }: Pick<ChangedFiles, 'changed' | 'untold'>,
  known: KnownCells,
  difference: (code: CodeState) => Promise<readonly string[] | undefined>,
): Promise<readonly Job[]> {
  const files = new Set([...changed, ...untold])
  if (files.size === 0) return []
  const graph = readImportGraph(PROJECT_ROOT)
  const reachOf = (found: readonly string[]) => {
    const reach = findReach(found, graph)
    return { reach, named: nameReached(reach, DEV_REGISTRY.actions) }
  }
  const now = reachOf([...files])
  // By its text a cell is known itself.
  const texts = new Set(jobs.map(({ file }) => file))
  const sinceCode = new Map<CodeState, ReturnType<typeof reachOf> | undefined>()
  for (const code of jobs.flatMap((job) => known.usedBy(job)?.code ?? [])) {
    if (sinceCode.has(code)) continue
    const found = await difference(code)
    sinceCode.set(code, found && reachOf(found.filter((file) => !texts.has(file))))
  }
  /** What it used, unless it may use others by now. */
  const usedBy = (job: Job) => {
    const used = known.usedBy(job)
    const since = used && sinceCode.get(used.code)
    return since && !isAffected(job, since.reach, since.named, used.keys) ? used.keys : undefined
  }
  // What reaches by way of the project knows nothing of files outside it.
  return jobs.filter((job) => files.has(job.file) || isAffected(job, now.reach, now.named, usedBy(job)))
}
