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
   * and time of last change. `name` tells it from others. Of a file that changed a moment ago nothing is kept.
   *
   * @throws what `find` throws; Error when the file is not there
   */
  ask(name: string, path: string, find: (path: string) => string): string
  /** Keep what was found. A folder that cannot be written is named by what cannot do without it. */
  save(): void
}

/** Read what a file keeps of others; nothing where it is not there or damaged. */
export function openKeptFacts(file: string): KeptFacts {
  const known = read(file)
  let isChanged = false
  return {
    ask(name, path, find) {
      const settledMs = Date.now() - SAME_TIME_MS
      const stats = statSync(path)
      const stamp = stampOf(stats)
      const kept = known.get(name)
      if (kept?.[0] === stamp) return kept[1]
      const fact = find(path)
      if (stats.ctimeMs < settledMs) {
        known.set(name, [stamp, fact])
        isChanged = true
      }
      return fact
    },
    save() {
      if (!isChanged) return
      isChanged = false
      try {
        writeAtomically(file, JSON.stringify(Object.fromEntries(known)))
      } catch {}
    },
  }
}

/** Tell one state of a file from another without reading it, as the bundle of the sources is held against them. */
export const stampOf = ({ ctimeMs, ino, size }: Stats): string => `${ino}:${size}:${ctimeMs}`

function read(file: string): Map<string, Known> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object))
  } catch {
    return new Map()
  }
}
