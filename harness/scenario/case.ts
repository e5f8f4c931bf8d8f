import { stringify } from 'yaml'
import { HarnessError } from '../errors.ts'
import { SCENARIO_CATALOGUE } from './embedded-catalogue.ts'
import { parseScenarioFile } from './parse-scenario.ts'
import type { Scenario } from './scenario.ts'
import type { ScenarioDocument } from './scenario-document.ts'

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
    hint: 'this is a defect of what draws cases, or the file was edited or is older: delete it',
  })
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
