import type { DriverName } from '../pi/driver.ts'
import type { Job } from '../schedule/job.ts'

/** Let a driver play all scripted scenarios that name none; properties draw for the dispatcher. */
export const chooseDriver = (jobs: readonly Job[], driver: DriverName): readonly Job[] =>
  jobs.flatMap((job) => {
    const { scenario } = job
    if (scenario === undefined) return []
    return [{ ...job, scenario: { ...scenario, setup: { driver, ...scenario.setup } } }]
  })
