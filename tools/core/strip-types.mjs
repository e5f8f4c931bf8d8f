// Lets this process, or this thread, load the sources where they lie below node_modules: Node strips no types there by
// itself, and no process or thread has the hooks of the one that started it.
import module from 'node:module'
import { IS_INSTALLED } from './is-installed.mjs'

/** TypeScript of other packages is none of this one's. */
const SOURCES = new URL('../..', import.meta.url).href

if (IS_INSTALLED)
  module.registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.ts') || !url.startsWith(SOURCES)) return next(url, context)
      const { source } = next(url, { ...context, format: 'module' })
      return { format: 'module', source: strip(`${source}`), shortCircuit: true }
    },
  })

/** Strip the types as Node does it itself; that this is new in Node is no concern of who runs a command. */
function strip(text) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return module.stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}
