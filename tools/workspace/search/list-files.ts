import { ToolError } from '../../core/errors.ts'
import type { FolderEntry, ToolBackend } from '../backend.ts'
import { byCodeUnits, isListable } from '../backends/tree-file-ops.ts'

/** What no search looks into. */
const SKIPPED = '.git'

/** What may become of a file between its listing and its use, or keeps it from being used by anyone. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  // A folder may lie deeper than any path reaches.
  'PATH_INVALID',
  'PATH_NOT_FOUND',
  'PATH_NOT_FOLDER',
  'PATH_NOT_FILE',
  'PATH_OUTSIDE',
  'PATH_PROTECTED',
])

/**
 * Do something with what a listing named; undefined when it is there no more, or not open to tools.
 *
 * @throws what the body throws, beside the codes that say so
 */
export async function passOver<T>(body: () => Promise<T>): Promise<T | undefined> {
  try {
    return await body()
  } catch (cause) {
    if (cause instanceof ToolError && PASSED_OVER.has(cause.code)) return undefined
    throw cause
  }
}

/** Join a path and what lies below it. */
export const joinPath = (folder: string, below: string) =>
  folder === '.' ? below : folder.endsWith('/') ? `${folder}${below}` : `${folder}/${below}`

/** Whether the text of a path is one that a search may be given: of the working folder, and without steps back. */
const isPlain = (path: string) => !path.startsWith('/') && !path.split('/').includes('..')

/**
 * List the files below a folder, by their paths below it in the order of code units; links are not followed and `.git` is
 * left out. A search of the backend names those that come into question faster; without one every folder is listed.
 *
 * @throws ToolError PATH_…
 */
export async function listFiles(
  { file, search }: ToolBackend,
  folder: string,
  matching: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const top = await file.readDir(folder)
  const quick = isPlain(folder) ? await search?.listFiles(folder, matching, signal) : undefined
  if (quick) return quick.filter(isListable).toSorted(byCodeUnits)
  const found: string[] = []
  const folders: string[] = []
  const take = (above: string, entries: readonly FolderEntry[]) => {
    for (const { name, kind } of entries) {
      if (name === SKIPPED) continue
      if (kind === 'file') found.push(`${above}${name}`)
      if (kind === 'folder') folders.push(`${above}${name}`)
    }
  }
  take('', top)
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    signal.throwIfAborted()
    const path = joinPath(folder, below)
    take(`${below}/`, (await passOver(() => file.readDir(path))) ?? [])
  }
  return found.toSorted(byCodeUnits)
}
