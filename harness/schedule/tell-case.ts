import type * as fc from 'fast-check'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { LawViolation } from '../property/law-violation.ts'
import type { RecordFinding, RecordStep, ScenarioBody } from '../record/record.ts'
import type { Environment } from '../stage/environment.ts'
import { describeDrawn } from './describe-drawn.ts'
import { findFailure } from './find-failure.ts'
import type { NarratedWorld } from './narrate-case.ts'
import type { PlayCase } from './open-property-play.ts'

/** What a case came to, step by step. */
export type ToldCase = Pick<ScenarioBody, 'verdict' | 'steps' | 'names' | 'findings'>

/**
 * Play the case that was made small once more, and tell what it does; when it then keeps the law, or breaks another one, it is
 * flaky.
 *
 * @throws HarnessError when the harness failed, not the stack
 */
export async function tellCase(
  drawn: unknown,
  finding: RecordFinding,
  play: PlayCase,
  narrated: NarratedWorld,
  environment: Environment,
): Promise<ToldCase> {
  let found = 'no error'
  try {
    await play(drawn, narrated.world)
  } catch (error) {
    const failure = await findFailure(error, environment)
    if (failure !== undefined) throw failure
    const again = describeFailure(error)
    if (again.law === finding.law) return tellFailure(narrated, { ...finding, ...again })
    found = again.law
  } finally {
    narrated.end()
  }
  const expected = found === 'no error' ? finding.found : finding.law
  const repeat = { ...finding, law: 'run.repeatable', expected, found }
  return { verdict: 'flaky', steps: narrated.steps, names: narrated.names(), findings: [finding, repeat] }
}

/** Tell a case that failed at its last step. */
function tellFailure({ steps, names }: NarratedWorld, finding: RecordFinding): ToldCase {
  const last = steps.length - 1
  return {
    verdict: 'failed',
    steps: steps.map((step): RecordStep => (step.index === last ? { ...step, verdict: 'failed' } : step)),
    names: names(),
    findings: [{ ...finding, step: Math.max(last, 0) }],
  }
}

/** Say what broke the law of a property, and in which case. */
export const findingOf = ({
  numRuns,
  numShrinks,
  counterexample,
  errorInstance,
}: fc.RunDetails<[unknown]>): RecordFinding => ({
  message: `after ${count(numRuns, 'case')} and ${count(numShrinks, 'shrink')}, with ${JSON.stringify(describeDrawn(counterexample))}`,
  step: 0,
  line: 0,
  ...describeFailure(errorInstance),
})

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Name what a case failed by: the law, or what kind of error was thrown. */
export const nameFailure = (error: unknown): string =>
  error instanceof LawViolation ? error.law : `property.threw ${error instanceof Error ? error.name : ''}`

const describeFailure = (error: unknown): Pick<RecordFinding, 'law' | 'expected' | 'found'> =>
  error instanceof LawViolation
    ? { law: error.law, expected: error.expected, found: error.found }
    : {
        law: 'property.threw',
        expected: 'no error',
        found: describeCause(error),
      }
