import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** List the modules and the Solidity of folders, in order, by paths relative to the root with forward slashes. */
export function listSources(root: string, folders: readonly string[]): string[] {
  const files: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      // Editors keep locks and copies so.
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) walk(`${folder}/${entry.name}`)
      else if (/\.(ts|mjs|cjs|sol)$/.test(entry.name)) files.push(`${folder}/${entry.name}`)
    }
  }
  for (const folder of folders) walk(folder)
  return files.sort()
}
