import * as fc from 'fast-check'
import { toJson } from '../../tools/core/json.ts'
import type { SinkGuard } from '../../tools/safety/taint/sink-guard.ts'
import { HarnessError } from '../errors.ts'
import type { PropertyDefinition } from '../property/define-property.ts'
import { LawViolation } from '../property/law-violation.ts'
import type { RecordFinding, RecordJson, RecordScenario } from '../record/record.ts'
import type { SetTimer } from '../stage/clock.ts'
import type { Environment } from '../stage/environment.ts'
import { openStage } from '../stage/open-stage.ts'
import type { Stage } from '../stage/stage.ts'
import type { Job } from './job.ts'
import { toFastCheckSeed } from './to-fast-check-seed.ts'

/**
 * Run one property on an environment; a violated law becomes a finding with the shrunk case.
 *
 * @throws HarnessError when the harness failed, not the stack: then no case is made small
 */
export async function executeProperty(
  property: PropertyDefinition,
  job: Job,
  environment: Environment,
  setTimer: SetTimer,
): Promise<Omit<RecordScenario, 'timings' | 'roundTrips' | 'replay'>> {
  let stage: Stage | undefined
  let guard: SinkGuard | undefined
  const stuck = Promise.withResolvers<never>()
  stuck.promise.catch(() => undefined)
  let lastEnd = { number: 0n, hash: '', stateDigest: '' }
  const endStage = async () => {
    if (stage === undefined) return
    lastEnd = await stage.finish()
    await stage.close()
    stage = undefined
  }
  const world = {
    book: environment.book,
    get fork() {
      return environment.fork
    },
    async open(setup = {}) {
      await endStage()
      stage = await openStage(environment, setup, job.seed, setTimer)
      stage.stuck.catch(stuck.reject)
      guard = stage.session.guard
      return stage
    },
  }
  const play = async (drawn: unknown) => {
    try {
      await Promise.race([property.check(drawn, world), stuck.promise])
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
    { seed: toFastCheckSeed(job.seed), numRuns: property.runs },
  )
  if (broken !== undefined) throw (broken as { readonly cause: unknown }).cause
  const findings: RecordFinding[] = []
  if (outcome.failed) {
    const error = outcome.errorInstance
    const counterexample = JSON.stringify(toJson(outcome.counterexample))
    findings.push({
      law: error instanceof LawViolation ? error.law : 'property.threw',
      message: `after ${outcome.numRuns} cases and ${outcome.numShrinks} shrinks, with ${counterexample}`,
      expected: error instanceof LawViolation ? error.expected : 'no error',
      found:
        error instanceof LawViolation ? error.found : error instanceof Error ? error.message : String(error),
      step: 0,
      line: 0,
    })
  }
  const body: Omit<RecordScenario, 'timings' | 'roundTrips' | 'replay'> = {
    id: job.id,
    name: property.name,
    file: job.file,
    area: job.area,
    kind: 'property',
    profile: property.profile,
    matrix: {},
    seed: job.seed,
    verdict: outcome.failed ? 'failed' : 'passed',
    steps: [],
    findings,
    property: {
      runs: outcome.numRuns,
      ...(outcome.failed ? { counterexample: toJson(outcome.counterexample) as RecordJson } : {}),
    },
    finalBlock: { number: lastEnd.number.toString(), hash: lastEnd.hash },
    stateDigest: lastEnd.stateDigest,
  }
  // What was drawn or found may hold what a secret's owner never meant to publish.
  return guard?.pass('report', body) ?? body
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
