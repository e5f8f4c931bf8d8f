import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KeptFacts, openKeptFacts } from '../kept-facts.ts'

/** By root; a process opens what is kept once. */
const opened = new Map<string, KeptFacts>()

/**
 * Digest files by their content; by paths relative to the root, in the order given. What was read before and is the same
 * file still is not read again: thousands are asked for at every start.
 */
export function digestFiles(
  root: string,
  paths: readonly string[],
): readonly (readonly [path: string, digest: string])[] {
  const kept = opened.get(root) ?? openKeptFacts(join(root, '.assay/file-digests.json'))
  opened.set(root, kept)
  const digests = paths.map((path) => [path, kept.ask(path, join(root, path), digestFile)] as const)
  kept.save()
  return digests
}

const digestFile = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
