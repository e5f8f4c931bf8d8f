// Lets this process, or this thread, load packages and sources from their bundles.
import module from 'node:module'
import { IS_INSTALLED } from './is-installed.mjs'
import { findBundle } from './sources.mjs'
import './use-packages.mjs'

const bundled = IS_INSTALLED ? undefined : findBundle()
if (bundled !== undefined) {
  module.registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const url = bundled.get(found.url)
      return url === undefined ? found : { url, format: 'module', shortCircuit: true }
    },
  })
}
