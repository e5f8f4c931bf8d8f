import { readFileSync } from 'node:fs'
import { SOURCES_VARIABLE } from './run-vitest.ts'
import type { Sources } from './variant-loader.ts'

/** A Vite plugin that serves the changed sources of a mutant: what Vite loads itself does not pass Node's loader. */
export function changedSources() {
  const path = process.env[SOURCES_VARIABLE]
  const sources = path === undefined ? {} : (JSON.parse(readFileSync(path, 'utf8')) as Sources)
  return {
    name: 'changed-sources',
    enforce: 'pre' as const,
    load: (id: string) => sources[id.split('?')[0] ?? id],
  }
}
