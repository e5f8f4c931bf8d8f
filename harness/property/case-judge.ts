import type { Json } from '../../tools/core/json.ts'
import { definitionOf } from '../scenario/find-step.ts'
import type { Bound, StepOf } from '../scenario/step/step.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'
import type { Stage } from '../stage/stage.ts'

/** What decides about a case: the model says what each step comes to, or nothing but the laws has to hold. */
export type CaseOracle = 'model' | 'laws'

/** What one step of a case came to. */
export type StepVerdict = 'allowed' | 'denied' | 'not-applicable' | 'environment'

/** What was said of the steps of a case, and what each came to. */
export interface CaseForecast {
  /** As `expect:` nodes of the file; undefined for steps that were left out. */
  readonly expectations: readonly (Json | undefined)[]
  readonly verdicts: readonly StepVerdict[]
}

/** An oracle that keeps what it said of each step. */
export interface CaseJudge extends StepOracle, CaseForecast {}

/** Tell whether the world has what a step is done to. */
export const applies = async ({ action }: StepOf, stage: Stage): Promise<boolean> =>
  (await definitionOf(action).applies?.(action, stage)) ?? true

/** Tell whether a step needs a permit that was never issued. */
export function isUnbound({ action }: StepOf, bindings: ReadonlyMap<string, string>): boolean {
  const inner = definitionOf(action).inner?.(action)
  if (inner !== undefined) return inner.some((step) => isUnbound(step, bindings))
  const { permit } = action as { readonly permit?: Bound<string> }
  return typeof permit === 'object' && !bindings.has(permit.binding)
}
