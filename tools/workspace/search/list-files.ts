import { ToolError } from '../../core/errors.ts'
import type { FolderEntry, ToolBackend } from '../backend.ts'
import { byCodeUnits, isListable } from '../backends/tree-file-ops.ts'
import { writeName } from './write-name.ts'

/** What no search looks into. */
export const SKIPPED = '.git'

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

/** How many names of what was not readable are told. */
const MOST_NAMED = 5

/** What a search could not read. */
export class Unreadable {
  readonly #paths = new Set<string>()

  add(path: string): void {
    this.#paths.add(path)
  }

  /** The line that says so: how many, and the first of them; none where everything was read. */
  write(): readonly string[] {
    const count = this.#paths.size
    if (count === 0) return []
    const named = [...this.#paths].toSorted(byCodeUnits).slice(0, MOST_NAMED).map(writeName)
    const all = count > named.length ? [...named, '…'] : named
    return [
      `[not readable, ${count === 1 ? '1 file or folder' : `${count} files and folders`}: ${all.join(', ')}]`,
    ]
  }
}

/**
 * Do something with what a listing named; undefined when it is there no more, or not open to tools. What the system does not
 * let them read is noted.
 *
 * @param path - how it is noted
 * @throws what the body throws, beside the codes that say so
 */
export async function passOver<T>(
  body: () => Promise<T>,
  path: string,
  unreadable: Unreadable,
): Promise<T | undefined> {
  try {
    return await body()
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause
    if (cause.code === 'PATH_FORBIDDEN') unreadable.add(path)
    else if (!PASSED_OVER.has(cause.code)) throw cause
    return undefined
  }
}

/** Join a path and what lies below it. */
export const joinPath = (folder: string, below: string) =>
  folder === '.' ? below : folder.endsWith('/') ? `${folder}${below}` : `${folder}/${below}`

/** Whether the text of a path is one that a search may be given: of the working folder, and without steps back. */
const isPlain = (path: string) => !path.startsWith('/') && !path.split('/').includes('..')

/**
 * List the files below a folder, by their paths below it in the order of code units; links are not followed and `.git` is
 * left out, folders that may not be read are noted. A search of the backend names those that come into question faster; without one every folder is listed.
 *
 * @throws ToolError PATH_…
 */
export async function listFiles(
  { file, search }: ToolBackend,
  folder: string,
  { matching, unreadable }: { readonly matching?: string; readonly unreadable: Unreadable },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const top = await file.readDir(folder, signal)
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
    take(`${below}/`, (await passOver(() => file.readDir(path, signal), below, unreadable)) ?? [])
  }
  return found.toSorted(byCodeUnits)
}
