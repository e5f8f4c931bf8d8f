import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from '../schedule/job.ts'
import { listSources } from '../world/list-sources.ts'
import { PROJECT_ROOT } from './paths.ts'

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
