import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { findNearest } from '../../tools/core/suggest.ts'
import { HarnessError } from '../errors.ts'
import { SCENARIO_CATALOGUE } from '../scenario/embedded-catalogue.ts'
import { findScenarios } from '../scenario/find-scenarios.ts'
import { type Problem, parseScenarioFile } from '../scenario/parse-scenario.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Job } from '../schedule/job.ts'
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
  const named = readIds(paths, options.cwd ?? process.cwd())
  const files = findScenarios(named.paths, { root: SCENARIOS_DIR, cwd: options.cwd ?? process.cwd() })
  const jobs: Job[] = []
  const problems: Problem[] = []
  for (const path of files) {
    const file = toId(path)
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
  assertKnown(named.ids, jobs, problems)
  const wanted = options.filter?.toLowerCase() ?? ''
  const chosen = jobs.filter(
    ({ id, name, file }) =>
      (id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)) &&
      (options.only?.some((only) => only === id || only === file) ?? true) &&
      (named.ids.includes(id) || !named.ids.some((one) => one.startsWith(`${file}#`))),
  )
  // What failed before is the first thing to know.
  const isKept = ({ path }: Job) => path.startsWith(`${REGRESSIONS_DIR}${sep}`)
  chosen.sort((a, b) => Number(isKept(b)) - Number(isKept(a)))
  return { jobs: chosen, problems, files: files.length }
}

/** Tell ids, as `list` prints them, from paths: an id belongs to the project, wherever it is typed. */
function readIds(paths: readonly string[], cwd: string) {
  const ids: string[] = []
  const found = paths.map((path) => {
    if (existsSync(resolve(cwd, path))) return path
    const [file = '', ...cell] = path.split('#')
    const known = [resolve(cwd, file), resolve(PROJECT_ROOT, file)].find((candidate) => existsSync(candidate))
    if (file === '' || known === undefined) return path
    if (cell.length > 0) ids.push(`${toId(known)}#${cell.join('#')}`)
    return known
  })
  return { paths: found, ids }
}

const toId = (path: string) => relative(PROJECT_ROOT, path).split(sep).join('/')

/** A file that cannot be read has no ids at all. */
function assertKnown(ids: readonly string[], jobs: readonly Job[], problems: readonly Problem[]): void {
  const known = jobs.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined || problems.length > 0) return
  const nearest = findNearest(unknown, known)
  throw new HarnessError('BAD_USAGE', 'no such scenario', {
    where: unknown,
    expected: 'an id that `assay list` prints',
    found: 'none of that file',
    hint: nearest ? `did you mean "${nearest}"?` : 'see `assay list`',
  })
}

/** The stable id of a matrix cell: the file, and the cell's values. */
function nameCell(file: string, { matrix }: Scenario): string {
  const cell = Object.entries(matrix).map(([name, value]) => `${name}=${value}`)
  return cell.length === 0 ? file : `${file}#${cell.join(',')}`
}
