import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openKeptFacts } from '../kept-facts.ts'

/**
 * Digest files by their content; by paths relative to the root, in the order given. What was read before and is the same
 * file still is not read again: thousands are asked for at every start.
 */
export function digestFiles(
  root: string,
  paths: readonly string[],
): readonly (readonly [path: string, digest: string])[] {
  const kept = openKeptFacts(join(root, '.assay/file-digests.json'))
  const digests = paths.map((path) => [path, kept.ask(path, join(root, path), digestFile)] as const)
  kept.save()
  return digests
}

const digestFile = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
