import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Which files load which, by paths relative to the project. */
export interface ImportGraph {
  /** The files that load a file. */
  importersOf(file: string): readonly string[]
}

/** An import or export of a module, or a file that a thread or a process is started with; types alone load nothing. */
const LOADS =
  /(?:^(?!import type |export type )[^\n]*?\bfrom |^import |\bimport\(|\bnew URL\()'([^']+\.(?:ts|mjs))'/gm

/** Read what the sources load, by their text. */
export function readImportGraph(root: string): ImportGraph {
  const importers = new Map<string, string[]>()
  for (const file of globSync('{bin,tools,harness,scenarios}/**/*.{ts,mjs}', { cwd: root })) {
    const from = file.replaceAll('\\', '/')
    for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(LOADS)) {
      const to = posix.join(posix.dirname(from), target)
      importers.set(to, [...(importers.get(to) ?? []), from])
    }
  }
  return { importersOf: (file) => importers.get(file) ?? [] }
}
