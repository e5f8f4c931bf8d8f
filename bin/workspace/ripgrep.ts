import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { SearchOps } from '../../tools/workspace/backend.ts'
import { isListable } from '../../tools/workspace/backends/tree-file-ops.ts'
import { SKIPPED } from '../../tools/workspace/search/list-files.ts'

/** All files, whatever ignore files and environment say, by their names alone. */
const EVERY_FILE = ['--no-config', '--no-ignore', '--hidden', '--null', '--no-messages', `--glob=!${SKIPPED}`]

/** The program that its package brings; undefined where the package has none for this machine. */
const path = await import('@vscode/ripgrep').then(
  ({ rgPath }) => rgPath,
  () => undefined,
)

/** Search below a root by ripgrep; undefined where there is none. */
export function createRipgrep(root: string): SearchOps | undefined {
  if (path === undefined) return undefined
  return {
    async listFiles(folder, matching, signal) {
      const args =
        matching === undefined
          ? ['--files']
          : [
              '--files-with-matches',
              '--text',
              '--encoding=none',
              '--no-mmap',
              '--no-crlf',
              `--regexp=${matching}`,
            ]
      const cwd = join(root, folder)
      const child = spawn(path, [...EVERY_FILE, ...args, '--', './'], {
        cwd,
        env: {},
        stdio: ['ignore', 'pipe', 'ignore'],
        signal,
      })
      const ended = new Promise<number | null>((resolve) => {
        child.on('error', () => resolve(null))
        child.on('exit', resolve)
      })
      const [bytes, code, isOpen] = await Promise.all([
        buffer(child.stdout),
        ended,
        mayEnterAll(cwd, signal).catch(() => false),
      ])
      // 1 says that nothing was found, 2 that something was not readable: then who asks has to see for itself what.
      return isOpen && (code === 0 || code === 1) ? readNames(bytes) : undefined
    },
  }
}

/**
 * Tell whether a folder and all that a search looks into below it may be entered. Of one that may only be listed ripgrep
 * says nothing where it holds no file for it to open.
 *
 * @throws what the first folder threw that may not be
 */
async function mayEnterAll(top: string, signal: AbortSignal): Promise<true> {
  for (let folders = [top]; folders.length > 0; ) {
    signal.throwIfAborted()
    const lists = folders.map(async (folder) => {
      // The last name is looked up in the folder, which only those may do who may enter it.
      const entries = await readdir(`${folder}/.`, { withFileTypes: true })
      return entries
        .filter((entry) => entry.isDirectory() && entry.name !== SKIPPED && isListable(entry.name))
        .map(({ name }) => `${folder}/${name}`)
    })
    folders = (await Promise.all(lists)).flat()
  }
  return true
}

function readNames(bytes: Buffer): readonly string[] {
  const names: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at)
    names.push(bytes.subarray(at + './'.length, end).toString())
    at = end + 1
  }
  return names
}
