import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { setRealTimer } from '../../../harness/cli/real-timer.ts'
import { openStage } from '../../../harness/stage/open-stage.ts'
import { time } from '../measure/rounds.ts'
import type { Bench } from '../measure/subject.ts'
import { type RequestGroup, recordRequests } from '../play/recorder.ts'
import { BELOW_THE_HOT_LANE } from '../swaps/five-swaps.ts'
import { playAction } from '../swaps/play-action.ts'
import { listWaterfall, renderWaterfall } from './render-waterfall.ts'

const WARM_UP = 60
const PROFILED = 200

/**
 * Write where the time of previews and commits goes: a CPU profile of some hundred, which Chromium's and other tools
 * open, and the requests of one as a waterfall, as text and JSON.
 */
export async function profileAction({ open }: Pick<Bench, 'open'>, directory: string): Promise<void> {
  const environment = await open()
  const clients = [environment.agentRpc, environment.oracleRpc, environment.fork.rpc]
  const play = async (act: (body: () => Promise<void>) => Promise<void>) => {
    const stage = await openStage(environment, BELOW_THE_HOT_LANE, '1', setRealTimer)
    await playAction(stage)
    await act(() => playAction(stage))
    await stage.close()
  }
  for (let index = 0; index < WARM_UP; index += 1) await play((body) => body())
  let groups: readonly RequestGroup[] = []
  let spanMs = 0
  await play(async (body) => {
    spanMs = await time(async () => {
      groups = await recordRequests(clients, body)
    })
  })
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  for (let index = 0; index < PROFILED; index += 1) await play((body) => body())
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  mkdirSync(directory, { recursive: true })
  const write = (name: string, text: string) => {
    const path = join(directory, name)
    writeFileSync(path, text)
    console.error(`wrote ${path}`)
  }
  const requests = listWaterfall(groups)
  const waterfall = renderWaterfall(requests, spanMs)
  console.log(waterfall)
  write('action.cpuprofile', JSON.stringify(profile))
  write('waterfall.txt', `${waterfall}\n`)
  write('waterfall.json', `${JSON.stringify({ spanMs, requests }, null, 2)}\n`)
}
