import { readFileSync } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import type { Address } from 'viem'
import { ACTION_ADAPTERS } from '../../tools/agent/adapters.ts'
import { DEV_CATALOGUE } from '../../tools/profiles/dev.ts'
import type { Job } from '../run/job.ts'
import { findScenarios } from '../scenario/find-scenarios.ts'
import { type Problem, parseScenarioFile, type ScenarioCatalogue } from '../scenario/parse-scenario.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { PROJECT_ROOT, SCENARIOS_DIR } from './paths.ts'

/** Jobs to run, or the problems that keep everything from running. */
export interface LoadedJobs {
  readonly jobs: readonly Job[]
  readonly problems: readonly Problem[]
  readonly files: number
}

/** What scenario files may name. */
const SCENARIO_CATALOGUE: ScenarioCatalogue = {
  tools: DEV_CATALOGUE.map(({ name, capability }) => ({ name, capability })),
  actionKinds: ACTION_ADAPTERS.map(({ kind }) => kind),
  tokens: [
    ...EMBEDDED_BOOK.tokens.map(({ symbol, decimals, address }) => ({ symbol, decimals, address })),
    { symbol: EMBEDDED_BOOK.nativeSymbol, decimals: 18 },
  ],
  actors: Object.fromEntries(Object.entries(ACTORS).map(([name, { address }]) => [name, address])),
  contracts: listContracts(),
}

function listContracts(): Record<string, Address> {
  const { weth9, permit2, multicall3, uniswapV3 } = EMBEDDED_BOOK.protocols
  const named = {
    weth9,
    permit2,
    multicall3,
    router: uniswapV3?.swapRouter,
    positionManager: uniswapV3?.positionManager,
    quoter: uniswapV3?.quoter,
    factory: uniswapV3?.factory,
  }
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, Address] => entry[1] !== undefined),
  )
}

/** Find and parse scenarios; nothing is run. */
export function loadJobs(
  paths: readonly string[],
  options: { readonly seed: string; readonly filter?: string; readonly only?: readonly string[] },
): LoadedJobs {
  const files = findScenarios(paths, { root: SCENARIOS_DIR, cwd: process.cwd() })
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
  return { jobs: chosen, problems, files: files.length }
}

/** The stable id of a matrix cell: the file, and the cell's values. */
function nameCell(file: string, { matrix }: Scenario): string {
  const cell = Object.entries(matrix).map(([name, value]) => `${name}=${value}`)
  return cell.length === 0 ? file : `${file}#${cell.join(',')}`
}
