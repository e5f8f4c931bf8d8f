import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Changed sources by absolute path. */
export type Sources = Readonly<Record<string, string>>

/** A stack whose sources differ from those of the working tree. */
export interface Variant {
  readonly key: string
  readonly sources: Sources
}

/** Modules that every variant shares: what a fork is made of, and the errors of the harness. */
const SHARED = /^harness\/(chain|world|record|mutate)\/|^harness\/errors\.ts/

/**
 * Serve variants of the sources to this thread: a module that is imported with `?variant=<key>` imports the others of
 * the project in the same variant, so that any number of stacks are loaded side by side and no file is touched.
 */
export function installVariantLoader(root: string): {
  add(variant: Variant): void
  query(key: string): string
} {
  const base = pathToFileURL(join(root, '/')).href
  const variants = new Map<string, Sources>()
  const readKey = (url: string | undefined) => url?.match(/\?variant=([^&]+)$/)?.[1]
  const isOwn = (url: string) => {
    if (!url.startsWith(base) || url.includes('?')) return false
    const path = url.slice(base.length)
    return /^(tools|harness|scenarios)\//.test(path) && !SHARED.test(path)
  }
  registerHooks({
    resolve(specifier, context, next) {
      const key = readKey(context.parentURL)
      const resolved = next(specifier, context)
      return key !== undefined && isOwn(resolved.url)
        ? { ...resolved, url: `${resolved.url}?variant=${key}` }
        : resolved
    },
    load(url, context, next) {
      const key = readKey(url)
      const source = key === undefined ? undefined : variants.get(key)?.[url.slice(0, url.indexOf('?'))]
      return source === undefined
        ? next(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  return {
    add({ key, sources }) {
      variants.set(
        key,
        Object.fromEntries(Object.entries(sources).map(([path, text]) => [pathToFileURL(path).href, text])),
      )
    },
    query: (key) => `?variant=${key}`,
  }
}
