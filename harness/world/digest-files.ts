import { createHash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../write-atomically.ts'

/** What is known of a file: the state that it was read in, and its content's hash. */
type Known = readonly [stamp: string, digest: string]

/** The time of a file's last change cannot be set, but two changes can have the same one. */
const SAME_TIME_MS = 1_000

/**
 * Digest files by their content; by paths relative to the root, in the order given. What was read before and is the same
 * file still, by inode, size and time of last change, is not read again: thousands are asked for at every start.
 */
export function digestFiles(
  root: string,
  paths: readonly string[],
): readonly (readonly [path: string, digest: string])[] {
  const file = join(root, '.assay/file-digests.json')
  const { known, settledMs } = readKnown(file)
  let isChanged = false
  const digests = paths.map((path) => {
    const stats = statSync(join(root, path))
    const stamp = stampOf(stats)
    const kept = known[path]
    if (kept?.[0] === stamp && stats.ctimeMs < settledMs) return [path, kept[1]] as const
    const digest = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex')
    known[path] = [stamp, digest]
    isChanged = true
    return [path, digest] as const
  })
  if (isChanged) keep(file, known)
  return digests
}

const stampOf = ({ ctimeMs, ino, size }: Stats) => `${ino}:${size}:${ctimeMs}`

function readKnown(file: string): { readonly known: Record<string, Known>; readonly settledMs: number } {
  try {
    const settledMs = statSync(file).ctimeMs - SAME_TIME_MS
    const known: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isRecord = known !== null && typeof known === 'object' && !Array.isArray(known)
    if (isRecord) return { known: known as Record<string, Known>, settledMs }
  } catch {
    // Nothing was kept, or half of it.
  }
  return { known: {}, settledMs: 0 }
}

function keep(file: string, known: Readonly<Record<string, Known>>): void {
  try {
    writeAtomically(file, JSON.stringify(known))
  } catch {
    // A state folder that cannot be written is named by what cannot do without it.
  }
}
