import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What is there of a path, which need not be: it itself, or the nearest folder above it. */
export function findThere(path: string): { readonly path: string; readonly stats: Stats } {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? { path, stats } : findThere(dirname(path))
}
