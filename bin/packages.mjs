// Packages that consist of hundreds of modules, bundled into a few: a process that starts loads these much faster. The
// bundle stands beside the packages that it was made from; without it, or with one of another installation, the
// packages are loaded as they are. A package that was patched since is bundled anew by the set-up, which `npm start` and
// `npm test` begin with: to look at all that was bundled would take a process as long as a tenth of its start.
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything that the sources import of these packages. */
export const BUNDLED = [
  'fast-check',
  'ox/Base58',
  'ox/Keystore',
  'ox/Mnemonic',
  'ox/Secp256k1',
  'prool',
  'typebox',
  'typebox/compile',
  'typebox/system',
  'viem',
  'viem/accounts',
  'yaml',
]

const INSTALLED = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules')

/** Where the bundle is. */
export const BUNDLE = join(INSTALLED, '.assay-packages')

/** The file that says what a bundle was made from; it is written last. */
export const KEY_FILE = 'key'

/** The file that lists what was bundled, each with the state that it was in. */
export const FILES_FILE = 'files.json'

/** Name the module of what can be imported. */
export const nameModule = (specifier) => specifier.replaceAll('/', '__')

/** Identify what is installed now, by the list that npm keeps of it. */
export const computeKey = () =>
  createHash('sha256')
    .update(readFileSync(join(INSTALLED, '.package-lock.json')))
    .update(BUNDLED.join())
    .digest('hex')

/** Tell whether there is a bundle of what is installed now. */
export function isBundled() {
  try {
    return readFileSync(join(BUNDLE, KEY_FILE), 'utf8') === computeKey()
  } catch {
    return false
  }
}

/** Tell one state of a file from another without reading it; a copy of the installation has it still. */
export function stampFile(path) {
  const { mtimeMs, size } = statSync(path)
  return `${size}:${mtimeMs}`
}

/** Name a file of a package as the list of what was bundled does. */
export const nameFile = (path) => relative(realpathSync(INSTALLED), path)

/** Tell whether the bundle is of the packages as they are now, patches included. */
export function isUpToDate() {
  try {
    const root = realpathSync(INSTALLED)
    const files = Object.entries(JSON.parse(readFileSync(join(BUNDLE, FILES_FILE), 'utf8')))
    return isBundled() && files.every(([name, stamp]) => stampFile(join(root, name)) === stamp)
  } catch {
    return false
  }
}
