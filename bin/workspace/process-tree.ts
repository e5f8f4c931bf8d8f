import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MARKER } from '../../tools/workspace/command-env.ts'

/** How often what is left is looked for; a process that is being killed is seen a few times. */
const MOST_ROUNDS = 10_000

interface Running {
  readonly pid: number
  readonly parent: number
  readonly session: number
}

/** Read a process as Linux shows it; undefined for one that is gone, or dead and not yet collected. */
function readProcess(pid: number): Running | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last bracket may hold anything.
    const [state, parent, , session] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X'
      ? undefined
      : { pid, parent: Number(parent), session: Number(session) }
  } catch {
    return undefined
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
  } catch {
    return false
  }
}

/** List what lives of the tree of a process: its session, what descends from it, what carries the mark. */
function listTree(leader: number, mark: string): readonly number[] {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  )
  const tree = new Set(
    all
      .filter(({ pid, session }) => pid === leader || session === leader || isMarked(pid, mark))
      .map(({ pid }) => pid),
  )
  for (let size = -1; size !== tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  tree.delete(process.pid)
  return [...tree]
}

/** Kill the whole tree of a process that leads a session; ends when nothing of it lives. */
export async function killTree(leader: number, id: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tree = listTree(leader, `${MARKER}=${id}`)
    if (tree.length === 0) return
    for (const pid of tree) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
    await nextTurn()
  }
}
