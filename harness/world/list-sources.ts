import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

/** List the TypeScript and Solidity of folders, in order, by paths relative to the root with forward slashes. */
export const listSources = (root: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll(sep, '/')}`,
      ),
    )
    .filter((path) => /\.(ts|sol)$/.test(path))
    .sort()
