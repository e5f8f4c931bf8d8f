import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { within } from '../../tools/core/within.ts'
import type { Plugin } from '../../tools/gateway/plugin.ts'

const MODULE = /^(?!.*\.(d|test)\.[cm]?ts$).*\.(mjs|js|mts|ts)$/

/**
 * Load plugins from files, and from every module of folders. A plugin is called by its file's name.
 *
 * @param mostMs - how long each may take to load
 * @throws Error that names the file and what is wrong with it
 */
export async function loadPlugins(
  paths: readonly string[],
  mostMs: number,
): Promise<ReadonlyMap<string, Plugin>> {
  const plugins = new Map<string, Plugin>()
  for (const file of paths.flatMap(listModules)) {
    const { default: plugin } = await within({ setTimer: setRealTimer }, mostMs, load(file), () => {
      return new Error(`${file} is not loaded within ${mostMs} ms: what it awaits at its top does not end`)
    })
    if (typeof plugin !== 'function') {
      throw new Error(
        `${file} exports ${typeof plugin} by default, expected a function that takes the plugin API`,
      )
    }
    const name = basename(file, extname(file))
    if (plugins.has(name)) throw new Error(`${file}: another plugin is called ${name}; rename the file`)
    plugins.set(name, plugin as Plugin)
  }
  return plugins
}

const load = (file: string): Promise<{ readonly default?: unknown }> =>
  import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new Error(`${file} cannot be loaded: ${describeCause(cause)}`, { cause })
  })

/** Find the plugin in whose code an error arose; undefined where its stack names none. */
export function findPlugin(cause: unknown, paths: readonly string[]): string | undefined {
  const stack = cause instanceof Error ? (cause.stack ?? '') : ''
  return paths.flatMap(listModules).find((file) => {
    // Of a file whose types were stripped a stack names the path.
    const real = realpathSync(file)
    return [pathToFileURL(real).href, real].some(
      (place) => stack.includes(`(${place}:`) || stack.includes(` ${place}:`),
    )
  })
}

function listModules(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`${path}, of "plugins" under [gateway], is not there`)
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => MODULE.test(name))
    .sort()
    .map((name) => join(path, name))
}
