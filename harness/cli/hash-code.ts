import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles } from '../world/digest-files.ts'
import { listLoaded } from '../world/list-loaded.ts'
import { listSources } from '../world/list-sources.ts'
import { PROJECT_ROOT } from './paths.ts'

const LOCKFILE = 'package-lock.json'

let codeHash: string | undefined

/** The stack, the harness, and what processes of both are started with. */
const FOLDERS = ['bin', 'harness', 'tools']

/**
 * Hash the sources of the stack and of the harness, and the lockfile: what a run found holds for these only. A process
 * reads them once, as it loads them.
 */
export function hashCode(): string {
  codeHash ??= readCodeHash()
  return codeHash
}

function readCodeHash(): string {
  const sources = listSources(PROJECT_ROOT, FOLDERS)
  // What is installed as a package has none.
  const locked = [LOCKFILE].filter((file) => existsSync(join(PROJECT_ROOT, file)))
  const digests = digestFiles(PROJECT_ROOT, [...sources, ...locked])
  return createHash('sha256').update(JSON.stringify(digests)).digest('hex')
}

/**
 * Hash files by their paths relative to the project, a module with what it loads beside the code; one that is gone has no
 * hash.
 */
export const hashFiles = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries([...new Set(files)].filter(isThere).map((file) => [file, hashFile(file)]))

// A record of others may name what no file can be called.
const isThere = (path: string) =>
  existsSync(join(PROJECT_ROOT, path)) &&
  statSync(join(PROJECT_ROOT, path), { throwIfNoEntry: false })?.isFile() === true
const isCode = (path: string) => FOLDERS.some((folder) => path.startsWith(`${folder}/`))

function hashFile(file: string): string {
  const parts = file.endsWith('.ts')
    ? listLoaded(PROJECT_ROOT, file, (path) => isCode(path) || !isThere(path))
    : [file]
  const digests = digestFiles(PROJECT_ROOT, parts)
  const [[, alone = ''] = []] = digests
  return digests.length === 1 ? alone : createHash('sha256').update(JSON.stringify(digests)).digest('hex')
}
