import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasLimit, MARKER, markLimit } from '../../tools/workspace/command-env.ts'

/** How often what is left is looked for; a process that is being killed is seen a few times. */
const MOST_ROUNDS = 10_000

/** The same of a process that is about to end: some seconds. */
const MOST_LAST_ROUNDS = 500

/** How often in turn nothing may be found: one that forks and ends while the others are read is in no list. */
const EMPTY_ROUNDS = 2

/** A process, which its number names as long as it began when it did: numbers are given out again. */
export interface ProcessId {
  readonly pid: number
  /** Clock ticks since the boot. */
  readonly start: number
}

interface Running extends ProcessId {
  readonly parent: number
  readonly session: number
}

/** Read a process as Linux shows it (proc_pid_stat(5)); undefined for one that is gone. */
function readProcess(pid: number): (Running & { readonly isDead: boolean }) | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last bracket may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state = '', parent, , session] = fields
    // Dead ones are shown until they are collected.
    const isDead = state === 'Z' || state === 'X'
    return { pid, parent: Number(parent), session: Number(session), start: Number(fields[19]), isDead }
  } catch {
    return undefined
  }
}

/** Identify a child of this process that was not collected yet: none is while what started it goes on without a pause. */
export function identifyChild(pid: number): ProcessId {
  return { pid, start: readProcess(pid)?.start ?? Number.NaN }
}

interface Mark {
  readonly variable: string
  readonly limit: string
}

function isMarked(pid: number, { variable, limit }: Mark): boolean {
  try {
    if (readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable)) return true
  } catch {
    // That of another user is not shown.
  }
  try {
    return hasLimit(readFileSync(`/proc/${pid}/limits`, 'latin1'), limit)
  } catch {
    return false
  }
}

/** List what lives of the tree of a process: its session, what descends from it, what carries the mark. */
function listTree(leader: ProcessId, mark: Mark): readonly ProcessId[] {
  const shown = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  )
  // What began before it is none of it.
  const all = shown.filter(({ start, isDead }) => !isDead && !(start < leader.start))
  const isLeader = ({ pid, start }: ProcessId) => pid === leader.pid && start === leader.start
  const isNumberTaken = shown.some((each) => each.pid === leader.pid && !isLeader(each))
  const tree = new Map(
    all
      .filter(
        (each) =>
          isLeader(each) || (each.session === leader.pid && !isNumberTaken) || isMarked(each.pid, mark),
      )
      .map((each) => [each.pid, each]),
  )
  for (let size = -1; size !== tree.size; ) {
    size = tree.size
    for (const each of all) if (tree.has(each.parent)) tree.set(each.pid, each)
  }
  tree.delete(process.pid)
  return [...tree.values()]
}

/** Kill a process, unless its number is another's by now. */
export function killProcess({ pid, start }: ProcessId): void {
  if (readProcess(pid)?.start !== start) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

/** Kill the whole tree of a process round by round; ends when nothing of it was found, or after so many rounds. */
function* killRounds(leader: ProcessId, id: string, mostRounds: number): Generator<void> {
  const mark = { variable: `${MARKER}=${id}`, limit: markLimit(id) }
  let emptyRounds = 0
  for (let round = 0; round < mostRounds && emptyRounds < EMPTY_ROUNDS; round += 1) {
    const tree = listTree(leader, mark)
    emptyRounds = tree.length === 0 ? emptyRounds + 1 : 0
    for (const each of tree) killProcess(each)
    yield
  }
}

/**
 * Kill the whole tree of a process that leads a session; ends when nothing of it lives, and then nothing can come of it any
 * more.
 */
export async function killTree(leader: ProcessId, id: string): Promise<void> {
  const rounds = killRounds(leader, id, MOST_ROUNDS)
  while (!rounds.next().done) await nextTurn()
}

/** The same at once, for a process that ends itself, and is not held up for long by what cannot be killed. */
export function killTreeAtOnce(leader: ProcessId, id: string): void {
  const rounds = killRounds(leader, id, MOST_LAST_ROUNDS)
  while (!rounds.next().done);
}
