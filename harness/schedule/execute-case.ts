import type { CaseForecast } from '../property/case-judge.ts'
import { createLawOracle } from '../property/law-oracle.ts'
import { createModelOracle } from '../property/model/model-oracle.ts'
import type { ScenarioBody } from '../record/record.ts'
import { parseCase } from '../scenario/case.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { Environment } from '../stage/environment.ts'
import { executeScenario } from './execute-scenario.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import type { Job } from './job.ts'

/** What one case came to. */
export interface CaseReport extends CaseForecast {
  /** The record of the case, exactly as of a scripted scenario; coverage is computed from it. */
  readonly body: ScenarioBody
}

/** Run one case; the verdict of the body is `failed` when stack and model, or a law, disagree. */
export async function executeCase(
  document: ScenarioDocument,
  job: Job,
  environment: Environment,
  ports: ExecutionPorts,
): Promise<CaseReport> {
  const scenario = parseCase(document, job.file)
  const oracle = job.oracle === 'laws' ? createLawOracle() : createModelOracle(scenario, environment)
  const body = await executeScenario(scenario, { ...job, kind: 'property' }, environment, ports, oracle)
  return { body, expectations: oracle.expectations, verdicts: oracle.verdicts }
}
