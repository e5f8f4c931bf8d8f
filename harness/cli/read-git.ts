import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
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
  const status = await askGit(PROJECT_ROOT, 'status', '--porcelain=v2', '--branch')
  if (status === undefined) return { gitCommit: null, isDirty: null }
  const lines = status.split('\n')
  const [, gitCommit = null] = /^# branch\.oid ([0-9a-f]+)$/m.exec(status) ?? []
  return { gitCommit, isDirty: lines.some((line) => line !== '' && !line.startsWith('#')) }
}

/** The code of a checkout, by which that of another moment can be told from it. */
export interface CodeState {
  readonly commit: string
  /** Files that differ from the commit, or of which git cannot tell. */
  readonly besides: readonly string[]
}

/** What git says of files, by paths relative to the project. */
export interface ChangedFiles {
  /** With which they are compared. */
  readonly commit: string
  /** Those that differ from a commit, and those that git does not know yet; of a repository within, its folder. */
  readonly changed: readonly string[]
  /** Those of which git cannot tell: ignored, links, of another repository. */
  readonly untold: readonly string[]
}

/** A file that git compares: no link, no other repository, and none that it was told to leave alone. */
const COMPARED = /^H 100\d{3} [0-9a-f]+ \d\t(.+)$/s

/**
 * Ask git which files differ from a commit.
 *
 * @param asked - files of which it has to be known whether they do
 * @throws HarnessError BAD_USAGE outside a repository, when there is no such commit, or when git fails
 */
export async function readChangedFiles(
  ref: string,
  asked: readonly string[],
  root = PROJECT_ROOT,
): Promise<ChangedFiles> {
  const fail = (expected: string, found: string, hint: string) =>
    new HarnessError('BAD_USAGE', 'git cannot tell what changed', {
      where: `--changed=${ref}`,
      expected,
      found,
      hint,
    })
  const list = async (command: string, ...options: string[]) => {
    const text = await runGit(root, command, '-z', ...options).catch((cause: unknown) => {
      const found = `git ${command}: ${describeFailure(cause)}`
      throw fail('a list of files', found, 'mend the repository, or leave --changed out')
    })
    return text.split('\0').filter((line) => line !== '')
  }
  await runGit(root, 'rev-parse', '--is-inside-work-tree').catch((cause: unknown) => {
    const found = `git rev-parse: ${describeFailure(cause)}`
    throw fail('a checkout that git reads', found, 'mend that, or leave --changed out')
  })
  const commit = await askGit(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  if (commit === undefined) throw fail('a commit', ...(await explainUnknown(ref, root)))
  const [differing, unknown, kept] = await Promise.all([
    // Of a renamed file only its new place is listed, and what was at the old one is gone.
    list('diff', '--name-only', '--no-renames', '--ignore-submodules=none', '--relative', commit),
    list('ls-files', '--others', '--exclude-standard'),
    list('ls-files', '--stage', '-v'),
  ])
  const changed = [...differing, ...unknown]
  const told = new Set([...changed, ...kept.map((line) => COMPARED.exec(line)?.[1])])
  return { commit, changed, untold: [...new Set(asked)].filter((file) => !told.has(file)) }
}

/** What is found in place of a commit, and what to do. */
async function explainUnknown(ref: string, root: string): Promise<[found: string, hint: string]> {
  if (existsSync(ref)) return ['the path of a file or folder', 'write paths in front of --changed']
  if ((await askGit(root, 'rev-parse', '--is-shallow-repository')) === 'true')
    return ['no such commit in this shallow clone', 'fetch it, e.g. with `git fetch --unshallow`']
  return ['no such commit', 'name a commit, a branch or a tag']
}

/** Read the code of the checkout; undefined where git cannot tell. */
export async function readCodeState(
  asked: readonly string[],
  root = PROJECT_ROOT,
): Promise<CodeState | undefined> {
  try {
    const { commit, changed, untold } = await readChangedFiles('HEAD', asked, root)
    return { commit, besides: [...changed, ...untold] }
  } catch {
    return undefined
  }
}

/** List in which files a commit may differ from some code; undefined where git does not know that any more. */
export async function readDifference(
  { commit, besides }: CodeState,
  other: string,
  root = PROJECT_ROOT,
): Promise<readonly string[] | undefined> {
  const words = ['--name-only', '--no-renames', '--ignore-submodules=none', '--relative']
  const text = await runGit(root, 'diff', '-z', ...words, commit, other).catch(() => undefined)
  return text === undefined ? undefined : [...text.split('\0').filter((file) => file !== ''), ...besides]
}

/** The first line of what git said, or why it was not started. */
function describeFailure(cause: unknown): string {
  const { stderr = '', message } = cause as Error & { readonly stderr?: string }
  return (stderr || message).trim().replace(/\n.*/s, '')
}

const run = promisify(execFile)

async function runGit(root: string, ...words: string[]): Promise<string> {
  const { stdout } = await run('git', words, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY })
  return stdout
}

async function askGit(root: string, ...words: string[]): Promise<string | undefined> {
  try {
    return (await runGit(root, ...words)).trim()
  } catch {
    return undefined
  }
}
