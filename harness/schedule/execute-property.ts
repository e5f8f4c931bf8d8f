import * as fc from 'fast-check'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import type { ScenarioBody } from '../record/record.ts'
import type { Environment } from '../stage/environment.ts'
import { describeDrawn } from './describe-drawn.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import { findFailure } from './find-failure.ts'
import type { Job } from './job.ts'
import { narrate } from './narrate-case.ts'
import { openPropertyPlay } from './open-property-play.ts'
import { findingOf, nameFailure, tellCase } from './tell-case.ts'
import { toFastCheckRange } from './to-fast-check-range.ts'

/**
 * Run one property on an environment; a violated law becomes a finding with the shrunk case.
 *
 * @throws HarnessError when the harness failed, not the stack: then no case is made small; SCENARIO_INVALID for an arbitrary
 *   that throws
 */
export async function executeProperty(
  property: PropertyDefinition,
  job: Job,
  environment: Environment,
  ports: Pick<ExecutionPorts, 'setTimer' | 'nowMs'>,
): Promise<ScenarioBody> {
  const { total } = property.draws
  const draws = job.draws ?? { first: 0, count: total, total }
  const { play, world, end, pass } = openPropertyPlay(property, job, environment, ports)
  let broken: { readonly cause: unknown } | undefined
  let failing: string | undefined
  const checked = fc.check(
    fc.asyncProperty(property.arbitrary, async (drawn) => {
      // A broken world is asked nothing more, neither for another case nor for a smaller one.
      if (broken !== undefined) return
      try {
        await play(drawn)
      } catch (error) {
        const failure = await findFailure(error, environment)
        if (failure !== undefined) {
          broken = { cause: failure }
          return
        }
        failing ??= nameFailure(error)
        // A smaller case that fails for another reason is none of what was found.
        if (nameFailure(error) === failing) throw error
      }
    }),
    toFastCheckRange(job.seed, draws),
  )
  // What a case throws is what the check came to: it rejects for what draws the cases alone.
  const outcome = await checked.catch((cause: unknown) => {
    throw cannotDraw(job, cause)
  })
  if (broken !== undefined) throw (broken as { readonly cause: unknown }).cause
  const told = outcome.failed
    ? await tellCase(
        outcome.counterexample?.[0],
        findingOf(outcome),
        play,
        narrate(world, ports),
        environment,
      )
    : undefined
  // What was drawn or found may hold what a secret's owner never meant to publish.
  return pass('report', {
    id: job.id,
    name: property.name,
    file: job.file,
    area: job.area,
    kind: 'property',
    profile: property.profile,
    driver: 'direct',
    matrix: {},
    draws,
    seed: job.seed,
    verdict: told ? told.verdict : 'passed',
    steps: told?.steps ?? [],
    ...(told?.names ? { names: told.names } : {}),
    findings: told?.findings ?? [],
    property: {
      runs: outcome.numRuns,
      ...(outcome.failed
        ? {
            counterexample: describeDrawn(outcome.counterexample),
            ...(outcome.counterexamplePath === null ? {} : { path: outcome.counterexamplePath }),
          }
        : {}),
    },
    ...end(),
  })
}

const cannotDraw = ({ file }: Job, cause: unknown) =>
  new HarnessError('SCENARIO_INVALID', 'the cases of a property cannot be drawn', {
    where: file,
    expected: 'an arbitrary that gives a value for every seed',
    found: describeCause(cause),
    hint: 'correct the arbitrary of the property',
    cause,
  })
