// Lets this process, or this thread, load packages from their bundle.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUNDLE, BUNDLED, isBundled, nameModule } from './packages.mjs'

if (isBundled()) {
  const urls = new Map(
    BUNDLED.map((specifier) => [specifier, pathToFileURL(join(BUNDLE, `${nameModule(specifier)}.mjs`)).href]),
  )
  module.registerHooks({
    resolve(specifier, context, next) {
      const url = urls.get(specifier)
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true }
    },
  })
}
