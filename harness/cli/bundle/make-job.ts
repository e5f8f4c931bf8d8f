import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describeCause } from '../../../tools/core/describe-cause.ts'
import type { BundleManifest } from '../../bundle/bundle.ts'
import { HarnessError } from '../../errors.ts'
import type { RecordScenario } from '../../record/record.ts'
import { parseCase } from '../../scenario/case.ts'
import { scenarioCatalogue } from '../../scenario/embedded-catalogue.ts'
import { parseScenarioFile } from '../../scenario/parse-scenario.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import type { Job } from '../../schedule/job.ts'
import { type ChainName, DEFAULT_CHAIN, findChainName } from '../../world/origin-chains.ts'
import { chooseRecordedDrivers } from '../choose-driver.ts'
import { nameCell } from '../load-jobs.ts'
import { bringsCode, isAmongScenarios } from '../own-code.ts'
import { PROJECT_ROOT } from '../paths.ts'

/** What failed, as it is run again: where it was found, and its text. */
export interface Failed extends Pick<BundleManifest, 'id' | 'file' | 'seed' | 'subject'> {
  readonly text: string
  readonly record: RecordScenario
}

/**
 * Make the job that runs a failure again on the chain of an id; of files a property's alone is opened.
 *
 * @throws HarnessError SCENARIO_INVALID
 */
export function makeJob(failed: Failed, chainId: number): Job {
  const { id, file, seed, subject, text, record } = failed
  const { name, area, draws } = record
  const drawn = draws === undefined ? {} : { draws }
  const base = { id, file, seed, name, area, path: join(PROJECT_ROOT, file) }
  switch (subject.kind) {
    case 'property':
      return { ...base, ...drawn, kind: 'property' }
    case 'case': {
      const document = readDocument(text, file)
      parseCase(document, file)
      return { ...base, kind: 'property', document, oracle: subject.oracle }
    }
    case 'scenario': {
      const scenario = findCell(text, file, id, findChainName(chainId) ?? DEFAULT_CHAIN)
      const [job] = chooseRecordedDrivers([{ ...base, ...drawn, kind: 'scripted', scenario }], {
        scenarios: [record],
      })
      return job as Job
    }
  }
}

/** List what a job holds secret by itself. */
export const listPlanted = (job: Job) => scenarioOf(job)?.setup.secrets ?? []

/** Tell whether a job runs code that a record or a bundle may have brought: it is not that of a file among the scenarios. */
export function isForeignCode(job: Job, text: string): boolean {
  const scenario = scenarioOf(job)
  if (scenario === undefined) return !isAmongScenarios(job.path)
  return bringsCode(scenario) && !isOwn(job.path, text)
}

/** Tell whether a text is that of a scenario file of this checkout. */
const isOwn = (path: string, text: string): boolean =>
  isAmongScenarios(path) && existsSync(path) && statSync(path).isFile() && readFileSync(path, 'utf8') === text

const scenarioOf = ({ scenario, document, file }: Job) =>
  document === undefined ? scenario : parseCase(document, file)

function findCell(text: string, file: string, id: string, chain: ChainName): Scenario {
  const parsed = parseScenarioFile(text, file, scenarioCatalogue(chain))
  const problems = 'problems' in parsed ? parsed.problems : []
  const cells = 'scenarios' in parsed ? parsed.scenarios : []
  const found = cells.find((scenario) => nameCell(file, scenario) === id)
  if (found !== undefined && problems.length === 0) return found
  throw invalid(
    file,
    `a scenario file with the cell ${id}`,
    problems.map(({ line, message }) => `${line}: ${message}`).join('; ') || `${cells.length} other cells`,
  )
}

function readDocument(text: string, file: string): ScenarioDocument {
  let document: unknown
  try {
    document = parse(text)
  } catch (cause) {
    throw invalid(file, 'a case as YAML', describeCause(cause))
  }
  if (document !== null && typeof document === 'object' && !Array.isArray(document))
    return document as ScenarioDocument
  throw invalid(file, 'a case as YAML', 'something else')
}

const invalid = (where: string, expected: string, found: string) =>
  new HarnessError('SCENARIO_INVALID', 'what failed cannot be run again', {
    where,
    expected,
    found,
    hint: 'run it with the commit at which it failed',
  })
