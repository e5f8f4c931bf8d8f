import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { SearchOps } from '../../tools/workspace/backend.ts'

/** All files, whatever ignore files and environment say, by their names alone. */
const EVERY_FILE = ['--no-config', '--no-ignore', '--hidden', '--null', '--no-messages', '--glob=!.git']

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
      const [bytes, code] = await Promise.all([buffer(child.stdout), ended])
      // 1 says that nothing was found, 2 that something was not readable: then who asks has to see for itself what.
      if (code !== 0 && code !== 1) return undefined
      const names = readNames(bytes)
      return matching !== undefined || (await mayEnter(cwd, names)) ? names : undefined
    },
  }
}

/** Tell whether every folder of these files may be entered: ripgrep names those of one that may only be listed. */
async function mayEnter(cwd: string, names: readonly string[]): Promise<boolean> {
  const folders = [...new Set(names.map(dirname))]
  const looks = folders.map((folder) => stat(`${cwd}/${folder}/.`))
  return Promise.all(looks).then(
    () => true,
    () => false,
  )
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
