import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles } from '../world/digest-files.ts'
import { listSources } from '../world/list-sources.ts'
import { PROJECT_ROOT } from './paths.ts'

const LOCKFILE = 'package-lock.json'

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
  const sources = listSources(PROJECT_ROOT, ['tools', 'harness'])
  // What is installed as a package has none.
  const locked = [LOCKFILE].filter((file) => existsSync(join(PROJECT_ROOT, file)))
  const digests = digestFiles(PROJECT_ROOT, [...sources, ...locked])
  return createHash('sha256').update(JSON.stringify(digests)).digest('hex')
}

/** Hash files by their paths relative to the project; one that is gone has no hash. */
export const hashFiles = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    digestFiles(
      PROJECT_ROOT,
      [...new Set(files)].filter((file) => existsSync(join(PROJECT_ROOT, file))),
    ),
  )
