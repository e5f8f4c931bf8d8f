import type { Hex } from 'viem'
import { setRealTimer } from '../../../harness/cli/real-timer.ts'
import { openStage } from '../../../harness/stage/open-stage.ts'
import type { Stage } from '../../../harness/stage/stage.ts'
import { ACTORS } from '../../../harness/world/actors.ts'
import { FORMER_COMMIT } from '../former/checkout.ts'
import { listFormerRequests, type MinedBlock } from '../former/list-former-requests.ts'
import { measureInTurns, median, medianRatio, time } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'
import { countRequests, recordRequests, replayRequests } from '../play/recorder.ts'
import { BELOW_THE_HOT_LANE } from '../swaps/five-swaps.ts'
import { playAction } from '../swaps/play-action.ts'

/** One previewed and committed swap beside its requests. */
export const ACTION: Subject = {
  name: 'action',
  description: 'preview and commit of a swap with one provider, below the hot lane, beside its bare requests',
  async measure({ isQuick, note, open }) {
    const environment = await open()
    const clients = [environment.agentRpc, environment.oracleRpc, environment.fork.rpc]
    const readHead = () =>
      environment.fork.rpc.request<MinedBlock & { readonly hash: Hex }>('eth_getBlockByNumber', [
        'latest',
        false,
      ])
    /** Bring the chain to where the second swap of a stage begins, do something there, and see where it ended. */
    const playSecond = async <T>(body: (stage: Stage) => Promise<T>) => {
      const stage = await openStage(environment, BELOW_THE_HOT_LANE, '1', setRealTimer)
      await playAction(stage)
      const result = await body(stage)
      const head = await readHead()
      await stage.close()
      return { result, head }
    }
    // The first stages teach the fork what to keep of its origin.
    for (let index = 0; index < 5; index += 1) await playSecond(playAction)
    const { result: own, head } = await playSecond((stage) =>
      recordRequests(clients, () => playAction(stage)),
    )
    const former = listFormerRequests(own, ACTORS.operator.address, head)
    const cpu: number[] = []
    const measure = (body: (stage: Stage) => Promise<unknown>, name: string) => async () => {
      const { result, head: found } = await playSecond((stage) => time(() => body(stage)))
      if (found.hash !== head.hash) throw new Error(`${name} ended on block ${found.hash}, not ${head.hash}`)
      return result
    }
    const samples = await measureInTurns(
      {
        stack: measure(async (stage) => {
          const before = process.cpuUsage()
          await playAction(stage)
          const { user, system } = process.cpuUsage(before)
          cpu.push((user + system) / 1_000)
        }, 'the stack'),
        own: measure(() => replayRequests(clients, own), 'its bare requests'),
        former: measure(() => replayRequests(clients, former), `the requests of ${FORMER_COMMIT}`),
      },
      isQuick ? { rounds: 30, warmUp: 30 } : { rounds: 100, warmUp: 60 },
    )
    const formerName = `the ${countRequests(former)} requests of ${FORMER_COMMIT}`
    note({
      name: 'requests of a preview + commit',
      value: countRequests(own),
      unit: 'requests',
      aim: { atMost: 10 },
    })
    note({ name: 'times that it waits for the node', value: own.length, unit: 'waits' })
    note({ name: formerName, value: median(samples.former), unit: 'ms' })
    note({ name: 'its own requests without the stack', value: median(samples.own), unit: 'ms' })
    note({
      name: 'preview + commit through the full stack',
      value: median(samples.stack),
      unit: 'ms',
      ratio: medianRatio(samples.stack, samples.former),
      means: `over ${formerName}`,
      aim: { atMost: 1.6 },
    })
    note({
      name: '  over its own requests',
      value: median(samples.stack) - median(samples.own),
      unit: 'ms more',
      ratio: medianRatio(samples.stack, samples.own),
      means: 'over them',
    })
    note({
      name: '  CPU of it, node not counted',
      value: median(cpu.slice(-samples.stack.length)),
      unit: 'ms CPU',
    })
  },
}
