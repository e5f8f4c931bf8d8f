import type { DriverName } from '../pi/driver.ts'
import type { RunRecord } from '../record/record.ts'
import type { Job } from '../schedule/job.ts'

/** Let a driver play all scripted scenarios that name none; properties draw for the dispatcher. */
export const chooseDriver = (jobs: readonly Job[], driver: DriverName): readonly Job[] =>
  jobs.flatMap((job) => (job.scenario === undefined ? [] : [withDriver(job, driver)]))

/** Let each scenario be played by who played it in a run. */
export const chooseRecordedDrivers = (
  jobs: readonly Job[],
  { scenarios }: Pick<RunRecord, 'scenarios'>,
): readonly Job[] => jobs.map((job) => withDriver(job, scenarios.find(({ id }) => id === job.id)?.driver))

/** What the file says itself goes first; an agent on two chains is played by the dispatcher. */
const withDriver = (job: Job, driver: DriverName | undefined): Job =>
  job.scenario === undefined || job.scenario.beside !== undefined || driver === undefined
    ? job
    : { ...job, scenario: { ...job.scenario, setup: { driver, ...job.scenario.setup } } }
