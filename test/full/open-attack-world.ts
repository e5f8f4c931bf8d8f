import { setRealTimer } from '../../harness/cli/real-timer.ts'
import type { PropertyWorld } from '../../harness/property/property-world.ts'
import { openStage } from '../../harness/stage/open-stage.ts'
import type { Stage } from '../../harness/stage/stage.ts'
import { openEnvironment } from './open-environment.ts'

/** Open a world as properties have it, over a fork of the test's own. */
export async function openAttackWorld(): Promise<{ readonly world: PropertyWorld; stop(): Promise<void> }> {
  const environment = await openEnvironment()
  let stage: Stage | undefined
  return {
    world: {
      book: environment.book,
      get fork() {
        return environment.fork
      },
      async open(setup = {}) {
        await stage?.close()
        stage = await openStage(environment, setup, '1', setRealTimer)
        return stage
      },
    },
    async stop() {
      await stage?.close()
      await environment.stop()
    },
  }
}
