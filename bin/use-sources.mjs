// Lets this process, or this thread, load packages and sources from their bundles.
import module from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { IS_INSTALLED } from '../tools/core/is-installed.mjs'
import { findBundle } from './sources.mjs'
import './use-packages.mjs'

// Threads load what their process found, which looked at thousands of files for it.
const FOUND = 'assay sources'
const found = getEnvironmentData(FOUND) ?? { bundle: IS_INSTALLED ? undefined : findBundle() }
setEnvironmentData(FOUND, found)

const { bundle } = found
if (bundle !== undefined) {
  const load = (url) => ({ url, format: 'module', shortCircuit: true })
  module.registerHooks({
    resolve(specifier, context, next) {
      // Parts of the bundle lie beside each other.
      if (specifier.startsWith('./') && context.parentURL?.startsWith(bundle.url))
        return load(`${bundle.url}${specifier.slice(2)}`)
      const source = next(specifier, context)
      const url = bundle.entries.get(source.url)
      return url === undefined ? source : load(url)
    },
  })
}
