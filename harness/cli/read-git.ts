import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { HarnessError } from '../errors.ts'
import { PROJECT_ROOT } from './paths.ts'

/** Where a checkout stands. */
export interface Checkout {
  /** Null outside a repository, and before its first commit. */
  readonly gitCommit: string | null
  /** Whether the working tree differs from the commit; null outside a repository. */
  readonly isDirty: boolean | null
}

/** Read where the checkout stands. */
export async function readCheckout(): Promise<Checkout> {
  const status = await askGit('status', '--porcelain=v2', '--branch')
  if (status === undefined) return { gitCommit: null, isDirty: null }
  const lines = status.split('\n')
  const [, gitCommit = null] = /^# branch\.oid ([0-9a-f]+)$/m.exec(status) ?? []
  return { gitCommit, isDirty: lines.some((line) => line !== '' && !line.startsWith('#')) }
}

/**
 * List the files that differ from a commit, and those that git does not know yet, relative to the project.
 *
 * @throws HarnessError BAD_USAGE outside a repository, or when there is no such commit
 */
export async function readChangedFiles(ref: string): Promise<readonly string[]> {
  const fail = (found: string, hint: string) =>
    new HarnessError('BAD_USAGE', 'git cannot tell what changed', { where: `--changed=${ref}`, found, hint })
  if ((await askGit('rev-parse', '--is-inside-work-tree')) === undefined)
    throw fail('no git repository, or no git', 'leave --changed out, or run it in a checkout')
  const commit = await askGit('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  if (commit === undefined) throw fail('no such commit', 'name a commit, a branch or a tag')
  const lists = await Promise.all([
    askGit('diff', '--name-only', '--relative', '-z', commit),
    askGit('ls-files', '--others', '--exclude-standard', '-z'),
  ])
  return lists.flatMap((list = '') => list.split('\0')).filter((file) => file !== '')
}

const run = promisify(execFile)

async function askGit(...words: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', words, { cwd: PROJECT_ROOT, maxBuffer: Number.POSITIVE_INFINITY })
    return stdout.trim()
  } catch {
    return undefined
  }
}
