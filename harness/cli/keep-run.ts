import { existsSync, lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RUN_ID } from '../record/run-id.ts'

/** How many runs are kept beside each other. */
const KEPT_RUNS = 20

/** The name of the link to the run that was reported last. */
const LATEST = 'latest'

/** What makes a folder one of a run that was reported: nothing else is removed. */
const RECORDS = ['run.json', 'agent.json']

/**
 * Let `latest` beside the folder of a run that was just made lead to it, and remove the oldest reported runs there beyond the
 * newest 20. What is called `latest` and is no link to a run stays, which is said.
 */
export function keepRun(directory: string, say: (message: string) => void): void {
  const [folder, name] = [dirname(directory), basename(directory)]
  const latest = join(folder, LATEST)
  if (isOwn(latest)) linkTo(name, latest)
  else say(`${latest} is no link to a run: it stays as it is, and does not lead to this one`)
  const runs = readdirSync(folder).filter(
    (each) => RUN_ID.test(each) && RECORDS.some((file) => existsSync(join(folder, each, file))),
  )
  const old = runs.sort().slice(0, -KEPT_RUNS)
  for (const each of old) if (each !== name) rmSync(join(folder, each), { recursive: true, force: true })
}

/** Whether nothing is there yet, or a link that an earlier run made. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found === undefined || (found.isSymbolicLink() && RUN_ID.test(readlinkSync(path)))
}

function linkTo(name: string, path: string): void {
  const link = join(dirname(path), `.${LATEST}-${process.pid}`)
  rmSync(link, { force: true })
  symlinkSync(name, link)
  renameSync(link, path)
}
