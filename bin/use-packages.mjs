// Lets this process, or this thread, load packages from their bundle, and find sources without a search: a source names
// another by its path and ending, of which there are hundreds.
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { IS_INSTALLED } from './is-installed.mjs'
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
  // Node strips no types there by itself.
  ...(IS_INSTALLED && {
    load(url, context, next) {
      if (!url.endsWith('.ts') || !isSource(url)) return next(url, context)
      return { format: 'module', source: strip(fileURLToPath(url)), shortCircuit: true }
    },
  }),
})

/** Strip the types of a file as Node does it itself; that this is new in Node is no concern of who runs a command. */
function strip(path) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return module.stripTypeScriptTypes(readFileSync(path, 'utf8'))
  } finally {
    process.emitWarning = emitWarning
  }
}
