// Lets this process, or this thread, load packages and sources from their bundles.
import module from 'node:module'
import { IS_INSTALLED } from './is-installed.mjs'
import { findBundle } from './sources.mjs'
import './use-packages.mjs'

const bundle = IS_INSTALLED ? undefined : findBundle()
if (bundle !== undefined) {
  const load = (url) => ({ url, format: 'module', shortCircuit: true })
  module.registerHooks({
    resolve(specifier, context, next) {
      // Parts of the bundle lie beside each other.
      if (specifier.startsWith('./') && context.parentURL?.startsWith(bundle.url))
        return load(`${bundle.url}${specifier.slice(2)}`)
      const found = next(specifier, context)
      const url = bundle.entries.get(found.url)
      return url === undefined ? found : load(url)
    },
  })
}
