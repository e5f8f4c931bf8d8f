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
 * Let `latest` beside the folder of a run that was just made lead to it, where it has a report, and remove the oldest runs
 * there beyond the newest 20 and the one to which `latest` leads. What is called `latest` and is no link to a run stays,
 * which is said.
 */
export function keepRun(directory: string, say: (message: string) => void): void {
  const [folder, name] = [dirname(directory), basename(directory)]
  const latest = join(folder, LATEST)
  // Who follows the link, or names it to another command, looks for a run.json: one of goal tasks has none.
  if (existsSync(join(directory, 'run.json'))) {
    if (isOwn(latest)) linkTo(name, latest)
    else say(`${latest} is no link to a run: it stays as it is, and does not lead to this one`)
  }
  const led = isOwn(latest) && existsSync(latest) ? readlinkSync(latest) : undefined
  const runs = readdirSync(folder).filter(
    (each) => RUN_ID.test(each) && RECORDS.some((file) => existsSync(join(folder, each, file))),
  )
  const old = runs.sort().slice(0, -KEPT_RUNS)
  for (const each of old)
    if (each !== name && each !== led) rmSync(join(folder, each), { recursive: true, force: true })
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
