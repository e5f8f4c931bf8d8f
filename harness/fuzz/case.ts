import type { Json } from '../../tools/core/json.ts'
import type { ScenarioBody } from '../schedule/execute-scenario.ts'

/** A case: what a scenario file holds, as `yaml` reads it. */
export type ScenarioDocument = { readonly [key: string]: Json }

/** What decides about a case: the model says what each step comes to, or nothing but the laws has to hold. */
export type CaseOracle = 'model' | 'laws'

/** What one step of a case came to. */
export type StepVerdict = 'allowed' | 'denied' | 'not-applicable' | 'environment'

/** What one case came to. */
export interface CaseReport {
  /** The record of the case, exactly as of a scripted scenario; coverage is computed from it. */
  readonly body: ScenarioBody
  /** What the model said of each step, as `expect:` nodes of the file; undefined for steps that were left out. */
  readonly expectations: readonly (Json | undefined)[]
  readonly verdicts: readonly StepVerdict[]
}

/** Two failures are the same when law, layer and code are. */
export interface FailureIdentity {
  readonly law: string
  readonly layer?: string
  readonly code?: string
}
