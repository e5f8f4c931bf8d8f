import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, sep } from 'node:path'
import { findNearest } from '../../tools/core/suggest.ts'
import { nextTurn } from '../chain/next-turn.ts'
import { HarnessError } from '../errors.ts'
import type { Goal } from '../goal/goal.ts'
import { isGoalFile } from '../goal/is-goal-file.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import { nameDraws } from '../record/name-draws.ts'
import type { RunRecord } from '../record/record.ts'
import { splitDraws } from '../scenario/draws.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Problem } from '../scenario/text/problem.ts'
import type { Job } from '../schedule/job.ts'
import { type ChainName, DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { findNamed, toId } from './find-named.ts'
import { hashCode, hashFiles } from './hash-code.ts'
import { importProperty } from './import-user-module.ts'
import { unlessInterrupted } from './interrupted.ts'
import { openParsedFiles, type ParsedFile } from './parsed-files.ts'
import { REGRESSIONS_DIR, STATE_DIR } from './paths.ts'

/** Jobs to run, or the problems that keep everything from running. */
export interface LoadedJobs {
  readonly jobs: readonly Job[]
  /** Tasks for a model, which are no jobs: `assay agent` runs them. */
  readonly goals: readonly LoadedGoal[]
  readonly problems: readonly Problem[]
  readonly files: number
  /** Chains of what is asked for and can be run on others alone. */
  readonly elsewhere: readonly ChainName[]
  /** How many others are asked for that only a thorough run takes. */
  readonly leftOut: number
  /** How many are asked for on whatever chain: those above, and what can be run on others alone. */
  readonly asked: number
}

/** A goal task with its file. */
export interface LoadedGoal {
  /** File relative to the project. */
  readonly file: string
  readonly area: string
  readonly goal: Goal
}

/** What to look for. */
export interface LoadOptions {
  readonly seed: string
  readonly filter?: string
  readonly only?: readonly string[]
  /** Take every draw and every cell, not only the share of a default run. */
  readonly thorough?: boolean
  /** Take what can be run on this chain; Ethereum by default. */
  readonly chain?: ChainName
  /** Check what is found on each of its chains, too: its names mean others there. */
  readonly everyChain?: boolean
  /** Where caches are; in the project by default. */
  readonly stateDir?: string
  /** What relative paths start from; the current folder by default. */
  readonly cwd?: string
  /** Aborted: nothing more is read. */
  readonly signal?: AbortSignal
  /** The record that names them, which may have come from others: of code that lies elsewhere than scenarios do nothing is loaded. */
  readonly recordedIn?: RunRecord
}

/**
 * Find and parse scenarios; nothing is run.
 *
 * @throws HarnessError BAD_USAGE for what leads to no scenario, RECORD_REFUSED; the reason of the signal
 */
export async function loadJobs(paths: readonly string[], options: LoadOptions): Promise<LoadedJobs> {
  const named = findNamed(paths, options.cwd ?? process.cwd())
  const parsed = openParsedFiles(options.stateDir ?? STATE_DIR, hashCode())
  const { chain = DEFAULT_CHAIN } = options
  const jobs: Job[] = []
  const goals: LoadedGoal[] = []
  const problems: Problem[] = []
  const refused: Pick<Job, 'id' | 'file'>[] = []
  const { signal } = options
  // A module may wait for what never comes.
  const load = <T>(module: Promise<T>) => (signal ? unlessInterrupted(signal, module) : module)
  for (const path of named.files) {
    // Signals are heard between two files, of which there may be hundreds.
    await nextTurn()
    signal?.throwIfAborted()
    const file = toId(path)
    if (file.includes('#')) {
      problems.push(hasHash(file))
      continue
    }
    const base = { path, file, area: basename(dirname(path)), seed: options.seed }
    const isModule = path.endsWith('.ts')
    const code = options.recordedIn ? await import('./own-code.ts') : undefined
    const isElsewhere = code !== undefined && !code.isAmongScenarios(path)
    if (isElsewhere && isModule) {
      refused.push(...listNamed(file, options))
      continue
    }
    const text = readContent(path, () => (isModule ? hashFiles([file])[file] : readFileSync(path, 'utf8')))
    if (typeof text !== 'string') {
      problems.push(isUnreadable(file, text))
      continue
    }
    const read = (on: ChainName) => {
      const parse = () => (isModule ? load(readProperty(path, file)) : parseText(text, file, on))
      return parsed.read(on === DEFAULT_CHAIN ? file : `${file} on ${on}`, text, parse)
    }
    const found = await read(chain)
    if (options.everyChain) {
      for (const other of listChains(found))
        if (other !== chain) problems.push(...problemsOf(await read(other), other))
    }
    if ('problems' in found) problems.push(...found.problems)
    else if ('goal' in found) goals.push({ file, area: base.area, goal: found.goal })
    else if (isElsewhere && 'scenarios' in found && found.scenarios.some(code.bringsCode))
      refused.push(...listNamed(file, options))
    else jobs.push(...listCells(found, base))
  }
  parsed.keep()
  if (options.recordedIn && refused.length > 0)
    throw (await import('./own-code.ts')).refuseCode(refused, options.recordedIn)
  assertKnown(named.ids, jobs, problems)
  const wanted = options.filter?.toLowerCase() ?? ''
  const isNamed = ({ id }: Job) => named.ids.includes(id) || (options.only?.includes(id) ?? false)
  const chainsOf = ({ scenario }: Job) => scenario?.chains ?? [DEFAULT_CHAIN]
  const asked = jobs.filter(
    ({ id, name, file, path }) =>
      (id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)) &&
      (options.only?.some((only) => only === id || only === file) ?? true) &&
      (named.ids.includes(id) || named.whole.has(path)),
  )
  const elsewhere = asked.filter((job) => !chainsOf(job).includes(chain))
  const here = asked.filter((job) => !elsewhere.includes(job))
  const chosen = here.filter((job) => options.thorough || isDefault(job) || isNamed(job))
  // What failed before is the first thing to know.
  const isKept = ({ path }: Job) => path.startsWith(`${REGRESSIONS_DIR}${sep}`)
  chosen.sort((a, b) => Number(isKept(b)) - Number(isKept(a)))
  const chosenGoals = goals.filter(
    ({ file, goal }) =>
      // They are written for the tokens of Ethereum.
      chain === DEFAULT_CHAIN &&
      (file.toLowerCase().includes(wanted) || goal.name.toLowerCase().includes(wanted)),
  )
  return {
    jobs: chosen,
    goals: chosenGoals,
    problems,
    files: named.files.length,
    elsewhere: [...new Set(elsewhere.flatMap(chainsOf))],
    leftOut: here.length - chosen.length,
    asked: asked.length,
  }
}

/** List what a record names of a file: all of it, where it names no cell. */
function listNamed(file: string, { only = [] }: LoadOptions): readonly Pick<Job, 'id' | 'file'>[] {
  const ids = only.filter((id) => id.startsWith(`${file}#`))
  return (ids.length === 0 ? [file] : ids).map((id) => ({ id, file }))
}

const listChains = (found: ParsedFile): readonly ChainName[] =>
  'scenarios' in found ? (found.scenarios[0]?.chains ?? []) : []

const problemsOf = (found: ParsedFile, chain: ChainName): readonly Problem[] =>
  'problems' in found
    ? found.problems.map((problem) => ({ ...problem, message: `on ${chain}: ${problem.message}` }))
    : []

/** Read a scenario file, or answer why it cannot be read. */
function readContent(path: string, read: () => string | undefined): string | Error {
  try {
    // A pipe without a writer and an endless device never come to an end.
    if (!statSync(path).isFile())
      return new Error('it is no file, but a folder, a pipe, a socket or a device')
    return read() ?? ''
  } catch (cause) {
    return cause as Error
  }
}

const isUnreadable = (path: string, { message }: Error): Problem => ({
  ...{ path, line: 1, column: 1, frame: '' },
  message: `this cannot be read: ${message}`,
  hint: 'mend the link or the permissions, or remove it',
})

/** In an id, what follows the first "#" says which cell of the file it is. */
const hasHash = (path: string): Problem => ({
  path,
  line: 1,
  column: 1,
  message: 'a "#" in the path of a scenario file',
  hint: 'rename the file or its folder: in an id, what follows "#" says which cell it is',
  frame: '',
})

/** Whether a default run takes it: the first cell of what is drawn, and its share of a matrix. */
const isDefault = ({ draws, scenario }: Job) =>
  (draws === undefined || draws.first === 0) && scenario?.share?.isTaken !== false

async function parseText(text: string, file: string, chain: ChainName): Promise<ParsedFile> {
  if (isGoalFile(file, text)) {
    const [{ parseGoalFile }, { SCENARIO_CATALOGUE }] = await Promise.all([
      import('../goal/parse-goal.ts'),
      import('../scenario/embedded-catalogue.ts'),
    ])
    return parseGoalFile(text, file, SCENARIO_CATALOGUE)
  }
  const [{ parseScenarioFile }, { scenarioCatalogue }] = await Promise.all([
    import('../scenario/parse-scenario.ts'),
    import('../scenario/embedded-catalogue.ts'),
  ])
  return parseScenarioFile(text, file, scenarioCatalogue(chain))
}

/** Read what a property draws. */
async function readProperty(path: string, file: string): Promise<ParsedFile> {
  const isWrong = (message: string, hint: string): ParsedFile => ({
    problems: [{ path: file, line: 1, column: 1, frame: '', message, hint }],
  })
  try {
    const { PROPERTY } = await importProperty(path)
    if (isProperty(PROPERTY)) return { property: { name: PROPERTY.name, draws: PROPERTY.draws } }
    return isWrong('the module exports no property', 'export const PROPERTY = defineProperty({ … })')
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return isWrong(`the module cannot be loaded: ${message}`, 'correct the module')
  }
}

function isProperty(value: unknown): value is PropertyDefinition {
  const { name, profile, draws, arbitrary, check } = (value ?? {}) as Partial<PropertyDefinition>
  const isCount = (count: unknown) => Number.isSafeInteger(count) && Number(count) > 0
  return (
    typeof name === 'string' &&
    typeof profile === 'string' &&
    isCount(draws?.total) &&
    isCount(draws?.cell) &&
    typeof arbitrary?.generate === 'function' &&
    typeof check === 'function'
  )
}

type Base = Pick<Job, 'path' | 'file' | 'area' | 'seed'>

/** List the cells of a file. */
function listCells(
  found: Exclude<ParsedFile, { readonly problems: unknown } | { readonly goal: unknown }>,
  base: Base,
): readonly Job[] {
  const { file } = base
  if ('scenarios' in found) {
    return found.scenarios.map((scenario): Job => {
      const { name, draws } = scenario
      const id = nameCell(file, scenario)
      return { ...base, id, kind: 'scripted', name, scenario, ...(draws ? { draws } : {}) }
    })
  }
  const { property } = found
  return splitDraws(property.draws).map((draws) => {
    const id = `${file}#draws=${nameDraws(draws)}`
    return { ...base, id, kind: 'property', name: property.name, draws }
  })
}

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
export function nameCell(file: string, { matrix, draws }: Scenario): string {
  const cell = Object.entries({ ...matrix, ...(draws ? { draws: nameDraws(draws) } : {}) }).map(
    ([name, value]) => `${name}=${value}`,
  )
  return cell.length === 0 ? file : `${file}#${cell.join(',')}`
}
