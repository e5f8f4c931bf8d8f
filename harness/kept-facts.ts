import { readFileSync, type Stats, statSync } from 'node:fs'
import { writeAtomically } from './write-atomically.ts'

/** What is known of a file: the state that it was read in, and what was found. */
type Known = readonly [stamp: string, fact: string]

/** The time of a file's last change cannot be set, but two changes can have the same one. */
const SAME_TIME_MS = 1_000

/** Facts about files that are kept from one process to the next. */
export interface KeptFacts {
  /**
   * Answer what is known of a file, else find out: `find` is not asked again while it is the same file, by inode, size
   * and time of last change. `name` tells it from others.
   *
   * @throws what `find` throws; Error when the file is not there
   */
  ask(name: string, path: string, find: (path: string) => string): string
  /** Keep what was found. A folder that cannot be written is named by what cannot do without it. */
  save(): void
}

/** Read what a file keeps of others; nothing where it is not there or damaged. */
export function openKeptFacts(file: string): KeptFacts {
  const { known, settledMs } = read(file)
  let isChanged = false
  return {
    ask(name, path, find) {
      const stats = statSync(path)
      const stamp = stampOf(stats)
      const kept = known.get(name)
      if (kept?.[0] === stamp && stats.ctimeMs < settledMs) return kept[1]
      const fact = find(path)
      known.set(name, [stamp, fact])
      isChanged = true
      return fact
    },
    save() {
      if (!isChanged) return
      try {
        writeAtomically(file, JSON.stringify(Object.fromEntries(known)))
      } catch {}
    },
  }
}

/** Tell one state of a file from another without reading it, as the bundle of the sources is held against them. */
export const stampOf = ({ ctimeMs, ino, size }: Stats): string => `${ino}:${size}:${ctimeMs}`

function read(file: string): { readonly known: Map<string, Known>; readonly settledMs: number } {
  try {
    const settledMs = statSync(file).ctimeMs - SAME_TIME_MS
    return { known: new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)), settledMs }
  } catch {
    return { known: new Map(), settledMs: 0 }
  }
}
