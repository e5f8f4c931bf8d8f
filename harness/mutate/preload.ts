import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { SOURCES_VARIABLE } from './run-vitest.ts'
import type { Sources } from './variant-loader.ts'

// Serves changed sources to a process, and to every thread and process that it starts.
const path = process.env[SOURCES_VARIABLE]
const sources = path === undefined ? {} : (JSON.parse(readFileSync(path, 'utf8')) as Sources)
const byUrl = new Map(Object.entries(sources).map(([file, source]) => [pathToFileURL(file).href, source]))

registerHooks({
  load(url, context, next) {
    const source = byUrl.get(url)
    return source === undefined
      ? next(url, context)
      : { format: 'module-typescript', source, shortCircuit: true }
  },
})
