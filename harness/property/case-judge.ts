import type { Json } from '../../tools/core/json.ts'
import { definitionOf } from '../scenario/find-step.ts'
import type { Bound, StepOf } from '../scenario/step/step.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'

/** An oracle that also tells what it said of each step, as `expect:` nodes of a file, and what each step came to. */
export interface CaseJudge extends StepOracle {
  readonly expectations: readonly (Json | undefined)[]
  readonly verdicts: readonly ('allowed' | 'denied' | 'not-applicable' | 'environment')[]
}

/** Tell whether a step needs a permit that was never issued. */
export function isUnbound({ action }: StepOf, bindings: ReadonlyMap<string, string>): boolean {
  const inner = definitionOf(action).inner?.(action)
  if (inner !== undefined) return inner.some((step) => isUnbound(step, bindings))
  const { permit } = action as { readonly permit?: Bound<string> }
  return typeof permit === 'object' && !bindings.has(permit.binding)
}
