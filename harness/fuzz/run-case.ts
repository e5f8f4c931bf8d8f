import { stringify } from 'yaml'
import type { AssayEvent } from '../../tools/core/events.ts'
import { HarnessError } from '../errors.ts'
import { createLawOracle } from '../property/law-oracle.ts'
import { createModelOracle } from '../property/model/model-oracle.ts'
import { SCENARIO_CATALOGUE } from '../scenario/embedded-catalogue.ts'
import { parseScenarioFile } from '../scenario/parse-scenario.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { executeScenario } from '../schedule/execute-scenario.ts'
import type { Job } from '../schedule/job.ts'
import type { SetTimer } from '../stage/clock.ts'
import type { Environment } from '../stage/environment.ts'
import type { CaseReport, ScenarioDocument } from './case.ts'

/** Write a case as a scenario file. */
export const writeCase = (document: ScenarioDocument): string =>
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })

/**
 * Read a case as `assay run` reads a scenario file.
 *
 * @throws HarnessError SCENARIO_INVALID
 */
export function parseCase(document: ScenarioDocument, file: string): Scenario {
  const parsed = parseScenarioFile(writeCase(document), file, SCENARIO_CATALOGUE)
  const [scenario, ...others] = 'scenarios' in parsed ? parsed.scenarios : []
  if (scenario !== undefined && others.length === 0) return scenario
  const found =
    'problems' in parsed
      ? parsed.problems.map(({ line, message }) => `${line}: ${message}`).join('; ')
      : `${others.length + 1} cells`
  throw new HarnessError('SCENARIO_INVALID', 'a case is no scenario', {
    where: file,
    expected: 'one scenario without a matrix',
    found,
    hint: 'this is a defect of what draws cases, or the file was edited',
  })
}

/** Run one case; the verdict of the body is `failed` when stack and model, or a law, disagree. */
export async function runCase(
  document: ScenarioDocument,
  job: Job,
  environment: Environment,
  ports: {
    readonly setTimer: SetTimer
    readonly nowMs: () => number
    readonly onEvent: (event: AssayEvent) => void
  },
): Promise<CaseReport> {
  const scenario = parseCase(document, job.file)
  const oracle = job.oracle === 'laws' ? createLawOracle() : createModelOracle(scenario, environment)
  const body = await executeScenario(scenario, { ...job, kind: 'property' }, environment, ports, oracle)
  return {
    body,
    expectations: oracle.expectations,
    verdicts: oracle.verdicts,
  }
}

/** Tell whether a document is a scenario that can be run as a case. */
export function isCase(document: ScenarioDocument): boolean {
  try {
    parseCase(document, 'a case')
    return true
  } catch (cause) {
    if (cause instanceof HarnessError) return false
    throw cause
  }
}
