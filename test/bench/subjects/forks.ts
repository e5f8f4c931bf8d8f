import { STATE_DIR } from '../../../harness/cli/paths.ts'
import { createEnvironment } from '../../../harness/stage/environment.ts'
import { median, time } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'

/** How soon a scenario finds its chain. */
export const FORKS: Subject = {
  name: 'forks',
  description: 'a ready fork, and going back to its base',
  async measure({ served, isQuick, note, open }) {
    const { upstream, anvilBinary, storeDir } = served
    const options = { upstream, stateDir: STATE_DIR, storeDir, anvilBinary }
    const starts: number[] = []
    for (let index = 0; index < (isQuick ? 3 : 9); index += 1) {
      const started = performance.now()
      const environment = await createEnvironment({ ...options, index })
      starts.push(performance.now() - started)
      await environment.stop()
    }
    note({
      name: 'ready fork, warm, with cage and fixtures',
      value: median(starts),
      unit: 'ms',
      aim: { atMost: 120 },
    })
    const environment = await open()
    const resets: number[] = []
    for (let index = 0; index < (isQuick ? 100 : 300); index += 1) {
      resets.push(await time(() => environment.reset()))
    }
    const reset = median(resets)
    note({ name: 'reset with leak check', value: reset, unit: 'ms' })
  },
}
