import type * as fc from 'fast-check'
import { toJson } from '../../tools/core/json.ts'
import { LawViolation } from '../property/law-violation.ts'
import type { RecordFinding, RecordStep, ScenarioBody } from '../record/record.ts'
import type { NarratedWorld } from './narrate-case.ts'
import type { PlayCase } from './open-property-play.ts'

/** What a case came to, step by step. */
export type ToldCase = Pick<ScenarioBody, 'verdict' | 'steps' | 'names' | 'findings'>

/** Play the case that was made small once more, and tell what it does; when it then keeps the law it is flaky. */
export async function tellCase(
  drawn: unknown,
  finding: RecordFinding,
  play: PlayCase,
  narrated: NarratedWorld,
): Promise<ToldCase> {
  try {
    await play(drawn, narrated.world)
  } catch (error) {
    const last = narrated.steps.length - 1
    const steps = narrated.steps.map(
      (step): RecordStep => (step.index === last ? { ...step, verdict: 'failed' } : step),
    )
    return {
      verdict: 'failed',
      steps,
      names: narrated.names(),
      findings: [{ ...finding, ...describeFailure(error), step: Math.max(last, 0) }],
    }
  } finally {
    narrated.end()
  }
  const repeat = { ...finding, law: 'run.repeatable', expected: finding.found, found: 'no error' }
  return { verdict: 'flaky', steps: narrated.steps, names: narrated.names(), findings: [finding, repeat] }
}

/** Say what broke the law of a property, and in which case. */
export const findingOf = ({
  numRuns,
  numShrinks,
  counterexample,
  errorInstance,
}: fc.RunDetails<[unknown]>): RecordFinding => ({
  message: `after ${numRuns} cases and ${numShrinks} shrinks, with ${JSON.stringify(toJson(counterexample))}`,
  step: 0,
  line: 0,
  ...describeFailure(errorInstance),
})

const describeFailure = (error: unknown): Pick<RecordFinding, 'law' | 'expected' | 'found'> =>
  error instanceof LawViolation
    ? { law: error.law, expected: error.expected, found: error.found }
    : {
        law: 'property.threw',
        expected: 'no error',
        found: error instanceof Error ? error.message : String(error),
      }
