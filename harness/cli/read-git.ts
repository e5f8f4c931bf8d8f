import { execFileSync } from 'node:child_process'
import { HarnessError } from '../errors.ts'
import { PROJECT_ROOT } from './paths.ts'

/** Read the commit of the checkout; null outside a repository. */
export const readGitCommit = (): string | null => askGit('rev-parse', 'HEAD') ?? null

/** Tell whether the working tree differs from its commit; null outside a repository. */
export function isDirty(): boolean | null {
  const changes = askGit('status', '--porcelain')
  return changes === undefined ? null : changes !== ''
}

/**
 * List the files that differ from a commit, and those that git does not know yet, relative to the project.
 *
 * @throws HarnessError BAD_USAGE outside a repository, or when there is no such commit
 */
export function readChangedFiles(ref: string): readonly string[] {
  const fail = (found: string, hint: string) =>
    new HarnessError('BAD_USAGE', 'git cannot tell what changed', { where: `--changed=${ref}`, found, hint })
  if (askGit('rev-parse', '--is-inside-work-tree') === undefined)
    throw fail('no git repository, or no git', 'leave --changed out, or run it in a checkout')
  const commit = askGit('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  if (commit === undefined) throw fail('no such commit', 'name a commit, a branch or a tag')
  const lists = [
    askGit('diff', '--name-only', '--relative', '-z', commit),
    askGit('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return lists.flatMap((list = '') => list.split('\0')).filter((file) => file !== '')
}

function askGit(...words: string[]): string | undefined {
  try {
    return execFileSync('git', words, {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
