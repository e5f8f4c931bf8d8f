import type { Stage } from '../stage/stage.ts'
import type { Expectations } from './expectations.ts'
import type { Step } from './scenario.ts'
import type { StepOutcome } from './step/step-outcome.ts'

/** Knows by itself what the steps of one scenario have to come to. */
export interface StepOracle {
  /** Make up its mind before a step; false when the step cannot be carried out as things stand: it is left out. */
  foresee(step: Step, stage: Stage, bindings: ReadonlyMap<string, string>): Promise<boolean>
  /** Say what the step had to come to; where several ends are right, the one that it took. */
  judge(step: Step, outcome: StepOutcome, stage: Stage): Promise<Expectations>
}
