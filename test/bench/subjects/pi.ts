import { createGate } from '../../../harness/chain/gate.ts'
import { setRealTimer } from '../../../harness/cli/real-timer.ts'
import { createDirectDriver, type Driver } from '../../../harness/pi/driver.ts'
import { createPiDriver } from '../../../harness/pi/pi-driver.ts'
import { openStage } from '../../../harness/stage/open-stage.ts'
import { measureInTurns, median } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'

/** Calls of one tick. */
const CALLS = 20

/** CPU of a body of this process, in milliseconds. */
async function measureCpu(body: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await body()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** What a session of the Pi coding agent costs on top of a call. */
export const PI: Subject = {
  name: 'pi',
  description: 'a call of search_context by the dispatcher and by a model in a session of Pi, in turns',
  async measure({ isQuick, note, open }) {
    const stage = await openStage(await open(), {}, '1', setRealTimer)
    const { agent, host } = stage.session
    const direct = createDirectDriver(agent)
    const pi = createPiDriver(
      host,
      createGate((answer) => answer),
    )
    const play = (driver: Driver, calls: number) => () =>
      measureCpu(async () => {
        stage.clock.nextTick()
        for (let call = 0; call < calls; call += 1) {
          const { isError } = await driver.call('search_context', { query: 'capital' })
          if (isError) throw new Error('the call failed')
        }
      })
    const samples = await measureInTurns(
      { direct: play(direct, CALLS), pi: play(pi, CALLS), one: play(pi, 1) },
      isQuick ? { rounds: 20, warmUp: 10 } : { rounds: 100, warmUp: 30 },
    )
    await pi.close()
    await stage.close()
    const perCall = (median(samples.pi) - median(samples.one)) / (CALLS - 1)
    note({ name: 'a call by the dispatcher', value: median(samples.direct) / CALLS, unit: 'ms CPU' })
    note({ name: 'a further call in a session of Pi', value: perCall, unit: 'ms CPU' })
    note({ name: 'a session with one call', value: median(samples.one), unit: 'ms CPU' })
  },
}
