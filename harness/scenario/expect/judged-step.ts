import type { StepCosts } from '../../oracle/step-costs.ts'
import type { Stage } from '../../stage/stage.ts'
import type { Expectations } from '../expectations.ts'
import type { StepOutcome } from '../step/step-outcome.ts'

/** A step that was run, with what its author expects of it. */
export interface JudgedStep {
  readonly expect: Expectations
  /** Whether the step itself breaks the form of a call: then a denial may be about that. */
  readonly isMalformed: boolean
  readonly outcome: StepOutcome
  readonly stage: Stage
  readonly waitedMs: number
  readonly costs: StepCosts | undefined
}

/** Tells that a law, or an expectation `expect.<member>`, does not hold. */
export type Report = (law: string, expected: unknown, found: unknown) => void

/** Holds a step against some of what its author expects. */
export type Check = (judged: JudgedStep, report: Report) => void | Promise<void>

/** Say how a step ended, for people. */
export const describeEnd = ({ outcome }: JudgedStep): string => {
  const error = outcome.observation?.error
  return error ? `${error.layer}/${error.code}: ${error.shortMessage}` : 'allowed'
}
