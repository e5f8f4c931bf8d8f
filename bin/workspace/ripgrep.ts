import { spawn } from 'node:child_process'
import { join } from 'node:path'
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
      const child = spawn(path, [...EVERY_FILE, ...args, '--', './'], {
        cwd: join(root, folder),
        env: {},
        stdio: ['ignore', 'pipe', 'ignore'],
        signal,
      })
      const ended = new Promise<number | null>((resolve) => {
        child.on('error', () => resolve(null))
        child.on('exit', resolve)
      })
      const [bytes, code] = await Promise.all([buffer(child.stdout), ended])
      // 1 says that nothing was found.
      return code === 0 || code === 1 ? readNames(bytes) : undefined
    },
  }
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
