import * as fc from 'fast-check'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import type { RecordScenario, ScenarioBody } from '../record/record.ts'
import type { Environment } from '../stage/environment.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import type { Job } from './job.ts'
import { narrate } from './narrate-case.ts'
import { openPropertyPlay } from './open-property-play.ts'
import { createStageTracer } from './stage-tracer.ts'
import { tellCase } from './tell-case.ts'
import { toFastCheckSeed } from './to-fast-check-seed.ts'

/**
 * Play the counterexample of a property that failed once more, with the call trees of its steps; the environment keeps its
 * history.
 *
 * @returns the record that this gives in place of the first
 */
export async function traceProperty(
  property: PropertyDefinition,
  job: Job,
  first: RecordScenario,
  environment: Environment,
  ports: Pick<ExecutionPorts, 'setTimer' | 'nowMs'>,
): Promise<ScenarioBody> {
  const { path } = first.property ?? {}
  const [finding] = first.findings
  if (path === undefined || finding === undefined) {
    throw new HarnessError('INTERNAL', 'there is no case to trace', {
      where: job.id,
      expected: 'a property that failed, with the path to its counterexample',
      found: `a record of verdict ${first.verdict}`,
      hint: 'this is a defect of the harness',
    })
  }
  const { play, world, end, pass } = openPropertyPlay(property, job, environment, ports)
  const drawn = await drawAgain(property, job, path)
  const narrated = narrate(world, ports, (stage) => createStageTracer(environment, stage))
  const told = await tellCase(drawn, finding, play, narrated, environment)
  return pass('report', { ...first, ...told, ...end() })
}

/** Draw the case that fast-check came to along a path. */
async function drawAgain({ arbitrary }: PropertyDefinition, { seed }: Job, path: string): Promise<unknown> {
  // Whatever fails at once ends with the first case of the path; one that passed would go on to those beside it.
  const failing = fc.asyncProperty(arbitrary, async () => {
    throw new Error('drawn')
  })
  const found = await fc.check(failing, { seed: toFastCheckSeed(seed), path, endOnFailure: true })
  return found.counterexample?.[0]
}
