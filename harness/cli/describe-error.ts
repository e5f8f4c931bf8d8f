import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HarnessError } from '../errors.ts'
import type { PortableError } from '../schedule/job.ts'
import { explainUnwritable } from '../write-atomically.ts'
import { PROJECT_ROOT } from './paths.ts'

/** What file systems say when something cannot be written. */
const UNWRITABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

/** Turn anything thrown into a failure of the harness, which says what to do instead of showing a stack. */
export function toHarnessError(cause: unknown): HarnessError {
  if (cause instanceof HarnessError) return cause
  if (isUnwritable(cause))
    return explainUnwritable(cause.path ?? 'a file of the state directory or of the reports', cause)
  if (cause instanceof Error && 'syscall' in cause && cause.syscall === 'uv_cwd') {
    return new HarnessError('BAD_USAGE', 'the working directory is not there any more', {
      expected: 'a folder, from which relative paths start',
      found: 'one that was removed',
      hint: 'change to a folder that is there',
      cause,
    })
  }
  const frame = cause instanceof Error ? findFrame(cause) : undefined
  return new HarnessError('INTERNAL', 'the harness failed', {
    ...(frame === undefined ? {} : { where: frame }),
    found: cause instanceof Error ? cause.message : String(cause),
    hint: 'this is a defect of the harness; report it with this text',
    cause,
  })
}

/** Turn anything thrown into what can cross threads and machines. */
export function toPortableError(thrown: unknown): PortableError {
  const { code, shortMessage, details } = toHarnessError(thrown)
  const { cause: _, ...plain } = details
  return { code, shortMessage, details: plain }
}

/** A folder that cannot be made in one that is there is refused as missing by some file systems. */
const isUnwritable = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error &&
  'code' in cause &&
  'syscall' in cause &&
  (UNWRITABLE.has(String(cause.code)) || cause.syscall === 'mkdir')

/** The place in the project's own sources at which an error arose. */
function findFrame({ stack = '' }: Error): string | undefined {
  for (const [, url, line] of stack.matchAll(/\(?(file:\/\/[^\s)]+?|\/[^\s)]+?):(\d+):\d+\)?$/gm)) {
    const path = url?.startsWith('file:') ? fileURLToPath(url) : (url ?? '')
    if (path.startsWith(PROJECT_ROOT) && !path.includes('node_modules'))
      return `${relative(PROJECT_ROOT, path)}:${line}`
  }
  return undefined
}
