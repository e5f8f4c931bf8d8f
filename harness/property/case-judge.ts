import type { Json } from '../../tools/core/json.ts'
import type { Step } from '../scenario/scenario.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'

/** An oracle that also tells what it said of each step, as `expect:` nodes of a file, and what each step came to. */
export interface CaseJudge extends StepOracle {
  readonly expectations: readonly (Json | undefined)[]
  readonly verdicts: readonly ('allowed' | 'denied' | 'not-applicable' | 'environment')[]
}

/** Tell whether a step needs a permit that was never issued. */
export const isUnbound = ({ action }: Step, bindings: ReadonlyMap<string, string>): boolean =>
  action.kind === 'together'
    ? action.steps.some((step) => isUnbound(step, bindings))
    : 'permit' in action && typeof action.permit === 'object' && !bindings.has(action.permit.binding)
