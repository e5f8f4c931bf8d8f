import { STATE_DIR } from '../../../harness/cli/paths.ts'
import { measureInTurns, median, medianRatio, time } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'
import { startPlayer } from '../play/start-player.ts'

const PLAYER = new URL('../players/one-swap.ts', import.meta.url)

/** Scenarios that a process and its fork have behind them: enough for compiled code, and many. */
const YOUNG = 100
const AGED = 5_000

/** Scenarios of one measurement. */
const ROUND = 4

/** Whether scenarios grow slower with what was played before, in two processes that take turns. */
export const GROWTH: Subject = {
  name: 'growth',
  description: `a scenario after ${AGED} others beside one after ${YOUNG}`,
  isLong: true,
  async measure({ served, note }) {
    const { upstream, anvilBinary, storeDir } = served
    const options = { upstream, stateDir: STATE_DIR, storeDir, anvilBinary }
    const aged = await startPlayer(PLAYER, { ...options, index: 0 })
    const young = await startPlayer(PLAYER, { ...options, index: 1 })
    try {
      await aged.play(AGED)
      await young.play(YOUNG)
      const samples = await measureInTurns(
        { aged: () => time(() => aged.play(ROUND)), young: () => time(() => young.play(ROUND)) },
        { rounds: 25 },
      )
      note({
        name: `one-swap scenario after ${YOUNG} scenarios`,
        value: median(samples.young) / ROUND,
        unit: 'ms',
      })
      note({
        name: `one-swap scenario after ${AGED} scenarios`,
        value: median(samples.aged) / ROUND,
        unit: 'ms',
        ratio: medianRatio(samples.aged, samples.young),
        means: 'over that',
        aim: { atMost: 1.1 },
      })
    } finally {
      await aged.stop()
      await young.stop()
    }
  },
}
