import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { Entry } from './measure/figure.ts'

/** What the figures of a subject were measured on, and the figures. */
export interface SubjectResult {
  readonly machine: ReturnType<typeof describeMachine>
  readonly isQuick: boolean
  readonly entries: readonly Entry[]
}

const PATH = join(PROJECT_ROOT, 'reports', 'bench', 'latest.json')

/** Say what the bench runs on. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown CPU',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
})

/** Keep the figures of subjects that were measured; of the others those of the last time stay. */
export function keepResults(results: Readonly<Record<string, SubjectResult>>): void {
  mkdirSync(join(PATH, '..'), { recursive: true })
  const last = existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as { subjects?: object }) : {}
  const subjects = { ...last.subjects, ...results }
  writeFileSync(PATH, `${JSON.stringify({ subjects }, null, 2)}\n`)
}
