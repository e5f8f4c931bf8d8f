import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources } from '../world/list-sources.ts'
import { PROJECT_ROOT } from './paths.ts'

let codeHash: string | undefined

/**
 * Hash the sources of the stack and of the harness, and the lockfile: what a run found holds for these only. A process
 * reads them once, as it loads them.
 */
export function hashCode(): string {
  codeHash ??= readCodeHash()
  return codeHash
}

function readCodeHash(): string {
  const hash = createHash('sha256')
  const sources = listSources(PROJECT_ROOT, ['tools', 'harness'])
  for (const file of [...sources, 'package-lock.json'].filter((each) =>
    existsSync(join(PROJECT_ROOT, each)),
  )) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(PROJECT_ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Hash files by their paths relative to the project; one that is gone has no hash. */
export const hashFiles = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...new Set(files)].flatMap((file) => {
      const path = join(PROJECT_ROOT, file)
      return existsSync(path) ? [[file, createHash('sha256').update(readFileSync(path)).digest('hex')]] : []
    }),
  )
