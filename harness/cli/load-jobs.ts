import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNearest } from '../../tools/core/suggest.ts'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import { nameDraws } from '../record/name-draws.ts'
import { splitDraws } from '../scenario/draws.ts'
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

/** What to look for. */
export interface LoadOptions {
  readonly seed: string
  readonly filter?: string
  readonly only?: readonly string[]
  /** Take every draw of what is drawn, not only the first cell of each. */
  readonly thorough?: boolean
  /** What relative paths start from; the current folder by default. */
  readonly cwd?: string
}

/** Find and parse scenarios; nothing is run. */
export async function loadJobs(paths: readonly string[], options: LoadOptions): Promise<LoadedJobs> {
  const named = readIds(paths, options.cwd ?? process.cwd())
  const files = findScenarios(named.paths, { root: SCENARIOS_DIR, cwd: options.cwd ?? process.cwd() })
  const jobs: Job[] = []
  const problems: Problem[] = []
  for (const path of files) {
    const file = toId(path)
    const base = { path, file, area: basename(dirname(path)), seed: options.seed }
    if (path.endsWith('.ts')) {
      jobs.push(...(await loadProperty({ ...base, id: file, kind: 'property', name: file })))
      continue
    }
    const parsed = parseScenarioFile(readFileSync(path, 'utf8'), file, SCENARIO_CATALOGUE)
    if ('problems' in parsed) {
      problems.push(...parsed.problems)
      continue
    }
    for (const scenario of parsed.scenarios) {
      const id = nameCell(file, scenario)
      const { name, draws } = scenario
      jobs.push({ ...base, id, kind: 'scripted', name, scenario, ...(draws ? { draws } : {}) })
    }
  }
  assertKnown(named.ids, jobs, problems)
  const wanted = options.filter?.toLowerCase() ?? ''
  const isNamed = ({ id }: Job) => named.ids.includes(id) || (options.only?.includes(id) ?? false)
  const chosen = jobs.filter((job) => {
    const { id, name, file, draws } = job
    return (
      (options.thorough || draws === undefined || draws.first === 0 || isNamed(job)) &&
      (id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)) &&
      (options.only?.some((only) => only === id || only === file) ?? true) &&
      (named.ids.includes(id) || !named.ids.some((one) => one.startsWith(`${file}#`)))
    )
  })
  // What failed before is the first thing to know.
  const isKept = ({ path }: Job) => path.startsWith(`${REGRESSIONS_DIR}${sep}`)
  chosen.sort((a, b) => Number(isKept(b)) - Number(isKept(a)))
  return { jobs: chosen, problems, files: files.length }
}

/** Split a property into cells; what is wrong with its file is said by who runs it. */
async function loadProperty(job: Job): Promise<readonly Job[]> {
  const module: { PROPERTY?: PropertyDefinition } = await import(pathToFileURL(job.path).href).catch(
    () => ({}),
  )
  if (module.PROPERTY === undefined) return [job]
  return splitDraws(module.PROPERTY.draws).map((draws) => ({
    ...job,
    id: `${job.file}#draws=${nameDraws(draws)}`,
    name: module.PROPERTY?.name ?? job.name,
    draws,
  }))
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

/** The stable id of a cell: the file, the values of its matrix, and its draws. */
function nameCell(file: string, { matrix, draws }: Scenario): string {
  const cell = Object.entries({ ...matrix, ...(draws ? { draws: nameDraws(draws) } : {}) }).map(
    ([name, value]) => `${name}=${value}`,
  )
  return cell.length === 0 ? file : `${file}#${cell.join(',')}`
}
