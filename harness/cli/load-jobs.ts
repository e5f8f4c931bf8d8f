import { readFileSync } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import type { Job } from '../run/job.ts'
import { SCENARIO_CATALOGUE } from '../scenario/embedded-catalogue.ts'
import { findScenarios } from '../scenario/find-scenarios.ts'
import { type Problem, parseScenarioFile } from '../scenario/parse-scenario.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { PROJECT_ROOT, REGRESSIONS_DIR, SCENARIOS_DIR } from './paths.ts'

/** Jobs to run, or the problems that keep everything from running. */
export interface LoadedJobs {
  readonly jobs: readonly Job[]
  readonly problems: readonly Problem[]
  readonly files: number
}

/** Find and parse scenarios; nothing is run. */
export function loadJobs(
  paths: readonly string[],
  options: {
    readonly seed: string
    readonly filter?: string
    readonly only?: readonly string[]
    /** What relative paths start from; the current folder by default. */
    readonly cwd?: string
  },
): LoadedJobs {
  const files = findScenarios(paths, { root: SCENARIOS_DIR, cwd: options.cwd ?? process.cwd() })
  const jobs: Job[] = []
  const problems: Problem[] = []
  for (const path of files) {
    const file = relative(PROJECT_ROOT, path).split(sep).join('/')
    const base = { path, file, area: basename(dirname(path)), seed: options.seed }
    if (path.endsWith('.ts')) {
      jobs.push({ ...base, id: file, kind: 'property', name: file })
      continue
    }
    const parsed = parseScenarioFile(readFileSync(path, 'utf8'), file, SCENARIO_CATALOGUE)
    if ('problems' in parsed) {
      problems.push(...parsed.problems)
      continue
    }
    for (const scenario of parsed.scenarios) {
      const id = nameCell(file, scenario)
      jobs.push({ ...base, id, kind: 'scripted', name: scenario.name, scenario })
    }
  }
  const wanted = options.filter?.toLowerCase() ?? ''
  const chosen = jobs.filter(
    ({ id, name, file }) =>
      (id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)) &&
      (options.only?.some((only) => only === id || only === file) ?? true),
  )
  // What failed before is the first thing to know.
  const isKept = ({ path }: Job) => path.startsWith(`${REGRESSIONS_DIR}${sep}`)
  chosen.sort((a, b) => Number(isKept(b)) - Number(isKept(a)))
  return { jobs: chosen, problems, files: files.length }
}

/** The stable id of a matrix cell: the file, and the cell's values. */
function nameCell(file: string, { matrix }: Scenario): string {
  const cell = Object.entries(matrix).map(([name, value]) => `${name}=${value}`)
  return cell.length === 0 ? file : `${file}#${cell.join(',')}`
}
