import { installCleanup } from '../../../harness/chain/install-cleanup.ts'
import { setRealTimer } from '../../../harness/cli/real-timer.ts'
import { createEnvironment, type EnvironmentOptions } from '../../../harness/stage/environment.ts'
import { openStage } from '../../../harness/stage/open-stage.ts'
import { servePlays } from '../play/serve-plays.ts'
import { playAction } from '../swaps/play-action.ts'

/** Scenarios of one swap, on one environment for as long as it lives. */
servePlays(async (options: EnvironmentOptions) => {
  installCleanup(options.stateDir)
  const environment = await createEnvironment(options)
  return {
    async play(count) {
      for (let index = 0; index < count; index += 1) {
        const stage = await openStage(environment, {}, '1', setRealTimer)
        await playAction(stage)
        await stage.close()
      }
    },
    stop: () => environment.stop(),
  }
})
