import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** How many runs are kept beside each other. */
const KEPT_RUNS = 20

/** The name of the link to the run that was reported last. */
const LATEST = 'latest'

/** How runs are named: by the time at which they began, so that the newest comes last, and their process. */
export const RUN_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d+$/

/** What makes a folder one of a run that was reported: nothing else is removed. */
const RECORDS = ['run.json', 'agent.json']

/** Let `latest` beside a run's folder lead to it, and remove the oldest reported runs there beyond the newest 20. */
export function keepRun(directory: string): void {
  const [folder, name] = [dirname(directory), basename(directory)]
  const link = join(folder, `.${LATEST}-${process.pid}`)
  rmSync(link, { force: true })
  symlinkSync(name, link)
  renameSync(link, join(folder, LATEST))
  const runs = readdirSync(folder).filter(
    (each) => RUN_ID.test(each) && RECORDS.some((file) => existsSync(join(folder, each, file))),
  )
  const old = runs.sort().slice(0, -KEPT_RUNS)
  for (const each of old) if (each !== name) rmSync(join(folder, each), { recursive: true, force: true })
}
