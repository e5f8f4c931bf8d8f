// Lets this process, or this thread, load packages from their bundle, and find sources without a search: a source names
// another by its path and ending, of which there are hundreds.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IS_INSTALLED } from '../tools/core/is-installed.mjs'
import '../tools/core/strip-types.mjs'
import { BUNDLE, BUNDLED, isBundled, nameModule } from './packages.mjs'

const bundled = isBundled() ? BUNDLED : []
const urls = new Map(
  bundled.map((specifier) => [specifier, pathToFileURL(join(BUNDLE, `${nameModule(specifier)}.mjs`)).href]),
)

/** Sources; below node_modules those of this package alone. */
const SOURCES = IS_INSTALLED ? new URL('..', import.meta.url).href : ''
const isSource = (url = '') => url.startsWith(SOURCES)

module.registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && specifier.endsWith('.ts') && isSource(context.parentURL)) {
      const { href } = new URL(specifier, context.parentURL)
      return { url: href, format: 'module-typescript', shortCircuit: true }
    }
    const url = urls.get(specifier)
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
  },
})
