import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** What a module loads as it is loaded itself: an import or export, but of types alone, and not on demand. */
const LOADS = /^(?!import type |export type )[^\n]*?\bfrom ['"](\.[^'"]+)['"]|^import ['"](\.[^'"]+)['"]/gm

/**
 * List what a module loads, with itself, by paths relative to the root: that which a part loads whose path `isEnd` is left
 * out, and so is the part.
 */
export function listLoaded(root: string, entry: string, isEnd: (path: string) => boolean): string[] {
  const loaded = new Set<string>([entry])
  // Grows while it is walked.
  for (const path of loaded) {
    for (const [, from, beside] of readFileSync(join(root, path), 'utf8').matchAll(LOADS)) {
      const target = posix.join(posix.dirname(path), from ?? beside ?? '')
      if (!isEnd(target)) loaded.add(target)
    }
  }
  return [...loaded].sort()
}
