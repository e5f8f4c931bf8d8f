import { installCleanup } from '../../../harness/chain/install-cleanup.ts'
import { setRealTimer } from '../../../harness/cli/real-timer.ts'
import { executeScenario } from '../../../harness/schedule/execute-scenario.ts'
import { createEnvironment, type EnvironmentOptions } from '../../../harness/stage/environment.ts'
import { recordRequests, replayRequests } from '../play/recorder.ts'
import { servePlays } from '../play/serve-plays.ts'
import { createSwapJobs } from '../swaps/five-swaps.ts'

/** Scenarios until one asks exactly what every later one asks: the fork has learned what to keep of its origin. */
const WARM_UP = 6

/** The requests of this harness' scenario, reset and reads included, without harness and stack. */
servePlays(async (options: EnvironmentOptions) => {
  installCleanup(options.stateDir)
  const environment = await createEnvironment(options)
  const clients = [environment.agentRpc, environment.oracleRpc, environment.fork.rpc]
  const [job] = createSwapJobs(1)
  if (job === undefined) throw new Error('there is no job to record')
  const ports = { setTimer: setRealTimer, nowMs: () => performance.now(), onEvent: () => undefined }
  const play = async () => {
    const { verdict, findings } = await executeScenario(job.scenario, job, environment, ports)
    if (verdict !== 'passed') throw new Error(`the bench scenario ${verdict}: ${JSON.stringify(findings)}`)
  }
  for (let index = 0; index < WARM_UP; index += 1) await play()
  const requests = await recordRequests(clients, play)
  const readHead = async () => {
    const { hash } = await environment.fork.rpc.request<{ hash: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    return hash
  }
  const head = await readHead()
  // What the harness would revert to next is known to it alone: one more snapshot stands for it.
  await environment.fork.reset()
  let snapshot: unknown = await environment.fork.rpc.request('evm_snapshot')
  return {
    async play(count) {
      for (let index = 0; index < count; index += 1) {
        snapshot = await replayRequests(clients, requests, snapshot)
      }
      const found = await readHead()
      if (found !== head)
        throw new Error(`the replayed requests ended on block ${found}, recorded was ${head}`)
    },
    stop: () => environment.stop(),
  }
})
