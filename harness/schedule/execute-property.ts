import * as fc from 'fast-check'
import { toJson } from '../../tools/core/json.ts'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import { LawViolation } from '../property/law-violation.ts'
import type { PropertyWorld } from '../property/property-world.ts'
import type { RecordFinding, RecordJson, RecordStep, ScenarioBody } from '../record/record.ts'
import type { Environment } from '../stage/environment.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import type { Job } from './job.ts'
import { narrate } from './narrate-case.ts'
import { openPropertyWorld } from './open-property-world.ts'
import { toFastCheckRange } from './to-fast-check-range.ts'

/**
 * Run one property on an environment; a violated law becomes a finding with the shrunk case.
 *
 * @throws HarnessError when the harness failed, not the stack: then no case is made small
 */
export async function executeProperty(
  property: PropertyDefinition,
  job: Job,
  environment: Environment,
  ports: Pick<ExecutionPorts, 'setTimer' | 'nowMs'>,
): Promise<ScenarioBody> {
  const { total } = property.draws
  const draws = job.draws ?? { first: 0, count: total, total }
  const { world, stuck, endStage, end, pass } = openPropertyWorld(environment, job.seed, ports.setTimer)
  const play = async (drawn: unknown, on = world) => {
    try {
      await Promise.race([property.check(drawn, on), stuck])
    } finally {
      await endStage()
    }
    await environment.assertAlive('passed')
  }
  let broken: { readonly cause: unknown } | undefined
  const outcome = await fc.check(
    fc.asyncProperty(property.arbitrary, async (drawn) => {
      // A broken world is asked nothing more, neither for another case nor for a smaller one.
      if (broken !== undefined) return
      try {
        await play(drawn)
      } catch (error) {
        const failure = await findFailure(error, environment)
        if (failure === undefined) throw error
        broken = { cause: failure }
      }
    }),
    toFastCheckRange(job.seed, draws),
  )
  if (broken !== undefined) throw (broken as { readonly cause: unknown }).cause
  const told = outcome.failed ? await tellCase(outcome, { play, world, ports }) : undefined
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
      ...(outcome.failed ? { counterexample: toJson(outcome.counterexample) as RecordJson } : {}),
    },
    ...end(),
  })
}

/** Play the case that was made small once more, and tell what it does; when it then keeps the law it is flaky. */
async function tellCase(
  outcome: fc.RunDetails<[unknown]>,
  {
    play,
    world,
    ports,
  }: {
    readonly play: (drawn: unknown, on: PropertyWorld) => Promise<void>
    readonly world: PropertyWorld
    readonly ports: Pick<ExecutionPorts, 'nowMs'>
  },
): Promise<Pick<ScenarioBody, 'verdict' | 'steps' | 'names' | 'findings'>> {
  const narrated = narrate(world, ports)
  const finding = findingOf(outcome)
  try {
    await play(outcome.counterexample?.[0], narrated.world)
  } catch {
    const last = narrated.steps.length - 1
    const steps = narrated.steps.map(
      (step): RecordStep => (step.index === last ? { ...step, verdict: 'failed' } : step),
    )
    return {
      verdict: 'failed',
      steps,
      names: narrated.names(),
      findings: [{ ...finding, step: Math.max(last, 0) }],
    }
  }
  const repeat = { ...finding, law: 'run.repeatable', expected: finding.found, found: 'no error' }
  return { verdict: 'flaky', steps: narrated.steps, names: narrated.names(), findings: [finding, repeat] }
}

function findingOf(outcome: fc.RunDetails<[unknown]>): RecordFinding {
  const { numRuns, numShrinks, counterexample, errorInstance: error } = outcome
  const found = error instanceof Error ? error.message : String(error)
  return {
    law: 'property.threw',
    message: `after ${numRuns} cases and ${numShrinks} shrinks, with ${JSON.stringify(toJson(counterexample))}`,
    expected: 'no error',
    found,
    step: 0,
    line: 0,
    ...(error instanceof LawViolation
      ? { law: error.law, expected: error.expected, found: error.found }
      : {}),
  }
}

/** The failure of the harness behind an error, if that is what it is; a stack that gets stuck is a finding. */
async function findFailure(error: unknown, environment: Environment): Promise<unknown> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof HarnessError) return cause.code === 'ANSWER_UNBOUNDED' ? undefined : cause
  }
  try {
    await environment.assertAlive('failed')
  } catch (cause) {
    return cause
  }
}
