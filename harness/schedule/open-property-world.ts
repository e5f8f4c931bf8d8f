import type { SinkGuard } from '../../tools/safety/taint/sink-guard.ts'
import type { PropertyWorld } from '../property/property-world.ts'
import type { ScenarioBody } from '../record/record.ts'
import type { SetTimer } from '../stage/clock.ts'
import type { Environment } from '../stage/environment.ts'
import { openStage } from '../stage/open-stage.ts'
import type { Stage } from '../stage/stage.ts'

/** The world of a property, as the schedule sees it: one stage at a time, each a fresh fork. */
export interface OpenWorld {
  readonly world: PropertyWorld
  /** Rejects when a stage gets stuck. */
  readonly stuck: Promise<never>
  /** Close the stage that is open, if one is. */
  endStage(): Promise<void>
  /** What the last stage came to. */
  end(): Pick<ScenarioBody, 'finalBlock' | 'stateDigest'>
  /** Take out of a record what the last stage holds secret. */
  readonly pass: SinkGuard['pass']
}

/** Open the world that the cases of a property are played on. */
export function openPropertyWorld(environment: Environment, seed: string, setTimer: SetTimer): OpenWorld {
  let stage: Stage | undefined
  let guard: SinkGuard | undefined
  let last = { number: 0n, hash: '', stateDigest: '' }
  const stuck = Promise.withResolvers<never>()
  stuck.promise.catch(() => undefined)
  const endStage = async () => {
    if (stage === undefined) return
    last = await stage.finish()
    await stage.close()
    stage = undefined
  }
  return {
    world: {
      book: environment.book,
      get fork() {
        return environment.fork
      },
      async open(setup = {}) {
        await endStage()
        stage = await openStage(environment, setup, seed, setTimer)
        stage.stuck.catch(stuck.reject)
        guard = stage.session.guard
        return stage
      },
    },
    stuck: stuck.promise,
    endStage,
    end: () => ({
      finalBlock: { number: last.number.toString(), hash: last.hash },
      stateDigest: last.stateDigest,
    }),
    pass: (sink, value) => guard?.pass(sink, value) ?? value,
  }
}
