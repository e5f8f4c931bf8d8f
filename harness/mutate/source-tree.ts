import { constants, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changed sources by file, relative to the project. */
export type Sources = ReadonlyMap<string, string>

/**
 * A copy of the project whose sources can be changed: every process, thread, bundle, compiler and test that starts in
 * it sees the change, and the project itself knows nothing of it.
 */
export interface SourceTree {
  readonly path: string
  /** Where Node finds what it made of sources that are as they are in the project. */
  readonly compileCache: string
  /** Change these sources, and no others. */
  set(sources: Sources): void
}

/** Not copied: what is linked, and what runs, builds and `npm pack` leave behind and may be writing. */
const LEFT_OUT = new Set([
  'node_modules',
  '.git',
  '.assay',
  'out',
  'types',
  'reports/runs',
  'test/bench/peers/node_modules',
])

/** Its entries go by paths from it and by what the sources hold (`bin/assay.mjs`). */
const COMPILE_CACHE = '.assay/compile-cache'

/** Create a copy below a directory; it shares dependencies and the caches of compiled worlds and modules. */
export function createSourceTree(root: string, path: string): SourceTree {
  mkdirSync(path, { recursive: true })
  const filter = (from: string) => !LEFT_OUT.has(from.slice(root.length + 1))
  for (const name of readdirSync(root).filter((entry) => !LEFT_OUT.has(entry))) {
    cpSync(join(root, name), join(path, name), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      preserveTimestamps: true,
      filter,
    })
  }
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  mkdirSync(join(path, '.assay'))
  for (const cache of ['.assay/cache', COMPILE_CACHE]) {
    mkdirSync(join(root, cache), { recursive: true })
    symlinkSync(join(root, cache), join(path, cache))
  }
  let changed: readonly string[] = []
  return {
    path,
    compileCache: join(path, COMPILE_CACHE),
    set(sources) {
      for (const file of changed) writeFileSync(join(path, file), readFileSync(join(root, file)))
      for (const [file, text] of sources) writeFileSync(join(path, file), text)
      changed = [...sources.keys()]
    },
  }
}
