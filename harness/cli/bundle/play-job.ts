import type { AssayEvent } from '../../../tools/core/events.ts'
import { HarnessError } from '../../errors.ts'
import type { RecordScenario } from '../../record/record.ts'
import type { Job } from '../../schedule/job.ts'
import { runSchedule } from '../../schedule/run-schedule.ts'
import type { Upstream } from '../../stage/upstream.ts'
import { interruptionOf } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { startThreads } from '../open-pool.ts'
import { setRealTimer } from '../real-timer.ts'
import type { Forks } from '../upstream.ts'

/** What a job came to, with what the stack reported meanwhile. */
export interface Played {
  readonly record: RecordScenario
  readonly events: readonly AssayEvent[]
}

/**
 * Run one job on a fork of an upstream that nothing else was run on.
 *
 * @throws Interrupted; HarnessError WORKER_DIED, JOB_STALLED, or what a worker reports while it starts
 */
export async function playJob(
  job: Job,
  upstream: Upstream,
  { stateDir, storeDir, anvilBinary }: Forks,
  io: CliIo,
): Promise<Played> {
  const events: AssayEvent[] = []
  const pool = startThreads(
    {},
    {
      served: { upstream, stateDir, storeDir, anvilBinary },
      reportsEvents: true,
      listener: { started() {}, event: (_, event) => events.push(event), finished() {} },
      signal: io.signal,
      setTimer: setRealTimer,
    },
    1,
  )
  const { records, failure } = await runSchedule({ jobs: [job], pool, bail: false })
  const [record] = records
  if (record !== undefined) return { record, events }
  throw (
    interruptionOf(io.signal) ??
    failure ??
    new HarnessError('INTERNAL', 'a job came to nothing', {
      where: job.id,
      hint: 'this is a defect of the harness',
    })
  )
}
