import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
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
  const sources = ['tools', 'harness'].flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|sol)$/.test(path))
      .map((path) => `${folder}/${path.replaceAll(sep, '/')}`),
  )
  for (const file of [...sources.sort(), 'package-lock.json'].filter((each) =>
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
