import type { PropertyDefinition } from '../property/define-property.ts'
import { holdTruth } from '../property/hold-truth.ts'
import { assertLaw } from '../property/law-violation.ts'
import type { PropertyWorld } from '../property/property-world.ts'
import type { Environment } from '../stage/environment.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import type { Job } from './job.ts'
import { type OpenWorld, openPropertyWorld } from './open-property-world.ts'

/** Plays one case; rejects with what breaks the law. */
export type PlayCase = (drawn: unknown, on?: PropertyWorld) => Promise<void>

/** A property's file is code that nobody compiled: it may answer anything, and what is no yes is none. */
function assertHeld(answer: unknown): void {
  assertLaw(answer === undefined || answer === true, 'property.answered', 'no answer, or true', answer)
}

/** Open a world for a property, and what plays its cases on it. */
export function openPropertyPlay(
  property: PropertyDefinition,
  job: Pick<Job, 'seed'>,
  environment: Environment,
  ports: Pick<ExecutionPorts, 'setTimer'>,
): Pick<OpenWorld, 'world' | 'end' | 'pass'> & { readonly play: PlayCase } {
  const opened = openPropertyWorld(environment, job.seed, ports.setTimer)
  return {
    ...opened,
    async play(drawn, on = opened.world) {
      try {
        assertHeld(await Promise.race([property.check(drawn, holdTruth(on)), opened.stuck]))
      } finally {
        await opened.endStage()
      }
      await environment.assertAlive('passed')
    },
  }
}
