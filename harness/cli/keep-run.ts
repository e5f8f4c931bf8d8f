import {
  existsSync,
  globSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRunning } from '../chain/process-ledger.ts'
import { RUN_ID, readBegin, readPid } from '../record/run-id.ts'

/** How many runs are kept beside each other. */
const KEPT_RUNS = 20

/** The name of the link to the run that was reported last. */
const LATEST = 'latest'

/** What makes a folder one of a run that was reported. */
const RECORDS = ['run.json', 'agent.json']

/**
 * Let `latest` beside the folder of a run that was just made lead to it, where it has a report, and remove the oldest runs
 * there beyond the newest 20, the one to which `latest` leads, those that were reported since this one began, and those that
 * go on. What is called `latest` and is no link to a run stays, which is said.
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
  const runs = readdirSync(folder).flatMap((each) => {
    const path = join(folder, each)
    const endedMs = RUN_ID.test(each) ? (readReported(path) ?? readKilled(path)) : undefined
    return endedMs === undefined ? [] : [{ each, endedMs }]
  })
  const old = runs.sort((a, b) => (a.each < b.each ? -1 : 1)).slice(0, -KEPT_RUNS)
  // Of many runs at the same time each is there when the last of them ends.
  const beganMs = readBegin(name)
  for (const { each, endedMs } of old)
    if (each !== name && each !== led && endedMs < beganMs)
      rmSync(join(folder, each), { recursive: true, force: true })
}

/** When a run was reported, in milliseconds; undefined for what is none. */
const readReported = (directory: string): number | undefined =>
  RECORDS.map((file) => statSync(join(directory, file), { throwIfNoEntry: false })?.mtimeMs).find(
    (mtimeMs) => mtimeMs !== undefined,
  )

/**
 * When a run that was killed before its report last wrote, in milliseconds; undefined while its process may go on. One of this
 * process' id that began before it was that of another, as in containers.
 */
function readKilled(directory: string): number | undefined {
  const name = basename(directory)
  const pid = readPid(name)
  const goesOn = pid === process.pid ? readBegin(name) >= performance.timeOrigin : isRunning(pid)
  if (goesOn) return undefined
  // Whose processes are not seen from here may write yet.
  const written = ['.', ...globSync('*', { cwd: directory })].flatMap(
    (each) => statSync(join(directory, each), { throwIfNoEntry: false })?.mtimeMs ?? [],
  )
  return written.length === 0 ? undefined : Math.max(...written)
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
