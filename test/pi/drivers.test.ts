import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadJobs } from '../../harness/cli/load-jobs.ts'
import { SCENARIOS_DIR } from '../../harness/cli/paths.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { DRIVERS, type DriverName } from '../../harness/pi/driver.ts'
import { withoutMeasurements } from '../../harness/record/digest.ts'
import type { RecordScenario } from '../../harness/record/record.ts'
import type { Scenario } from '../../harness/scenario/scenario.ts'
import { executeScenario } from '../../harness/schedule/execute-scenario.ts'
import type { Job } from '../../harness/schedule/job.ts'
import type { Environment } from '../../harness/stage/environment.ts'
import { forkOrigin } from '../fork-origin.ts'

/** What drivers could differ in, a file each: what waits, what is refused where, what restarts, what goes together. */
const SAMPLE = [
  'agent/model-round-trip.yaml',
  'agent/read-only-profiles.yaml',
  'agent/strict-arguments.yaml',
  'agent/unknown-arguments.yaml',
  'adversarial/s4-hung-rpc.yaml',
  'adversarial/s52-memory-poison.yaml',
  'custody/second-agent.yaml',
  'custody/signatures.yaml',
  'custody/signer-hung.yaml',
  'expected-versus-actual/swap-exact-input.yaml',
  'faults/rpc-send.yaml',
  'hooks/halted-by-model.yaml',
  'hooks/secret-in-arguments.yaml',
  'interleavings/cancel.yaml',
  'interleavings/halt-beside-signing.yaml',
  'interleavings/one-permit-once.yaml',
].map((file) => join(SCENARIOS_DIR, 'scripted', file))

let environment: Environment
let jobs: readonly Job[] = []
beforeAll(async () => {
  environment = await forkOrigin()
  const loaded = await loadJobs(SAMPLE, { seed: '1' })
  // The full test plays every cell.
  jobs = [...Map.groupBy(loaded.jobs, ({ file }) => file).values()].flatMap(([first]) => first ?? [])
})
afterAll(() => environment?.stop())

async function play(job: Job, driver: DriverName) {
  const scenario = job.scenario as Scenario
  const chosen = { ...scenario, setup: { ...scenario.setup, driver } }
  const body = await executeScenario(chosen, job, environment, {
    setTimer: setRealTimer,
    nowMs: () => performance.now(),
    onEvent: () => undefined,
  })
  // What they came to is compared, by whom it is not.
  const { driver: played, ...found } = withoutMeasurements(body as RecordScenario)
  expect(played).toBe(driver)
  return found
}

test('behavior: a scenario comes to the same record, to the last block, whoever makes the calls', async () => {
  expect(jobs).toHaveLength(SAMPLE.length)
  for (const job of jobs) {
    const [direct, pi] = [await play(job, DRIVERS[0]), await play(job, DRIVERS[1])]
    expect(pi, job.id).toEqual(direct)
    expect(direct.verdict, job.id).toBe('passed')
  }
})
