// Lets this process, or this thread, load packages from their bundle, and find sources without a search: a source names
// another by its path and ending, of which there are hundreds.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IS_INSTALLED } from './is-installed.mjs'
import { BUNDLE, BUNDLED, isBundled, nameModule } from './packages.mjs'

const bundled = isBundled() ? BUNDLED : []
const urls = new Map(
  bundled.map((specifier) => [specifier, pathToFileURL(join(BUNDLE, `${nameModule(specifier)}.mjs`)).href]),
)

// Node strips no types there, tsx does.
if (IS_INSTALLED) (await import('tsx/esm/api')).register()

module.registerHooks({
  resolve(specifier, context, next) {
    if (!IS_INSTALLED && specifier.startsWith('.') && specifier.endsWith('.ts')) {
      const { href } = new URL(specifier, context.parentURL)
      return { url: href, format: 'module-typescript', shortCircuit: true }
    }
    const url = urls.get(specifier)
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
  },
})
