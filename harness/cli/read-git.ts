import { execFileSync } from 'node:child_process'
import { PROJECT_ROOT } from './paths.ts'

/** Read the commit of the checkout; null outside a repository. */
export const readGitCommit = (): string | null => askGit('rev-parse', 'HEAD') ?? null

/** Tell whether the working tree differs from its commit; null outside a repository. */
export function isDirty(): boolean | null {
  const changes = askGit('status', '--porcelain')
  return changes === undefined ? null : changes !== ''
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
