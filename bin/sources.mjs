// The sources consist of two thousand modules, each of which a thread that starts has to find, read and link. Bundled
// into a few files they load in half the time. The bundle holds for the very files that it was made from: where one of
// them is another now, the sources are loaded as they are.
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Where bundles are; the list of the newest is written last. */
export const BUNDLES = join(ROOT, '.assay', 'sources')
export const LIST_FILE = join(BUNDLES, 'list.json')

/** Tell one state of a file from another without reading it: the time of its last change cannot be set. */
export function stampFile(path) {
  const { ctimeMs, ino, size } = statSync(join(ROOT, path))
  return `${ino}:${size}:${ctimeMs}`
}

/**
 * Find the bundle of the sources as they are now; undefined without, or where it cannot be read. `url` is its folder,
 * `entries` says under which URL of it a source can be loaded, by the source's own.
 */
export function findBundle() {
  try {
    const { folder, files, entries } = JSON.parse(readFileSync(LIST_FILE, 'utf8'))
    if (Object.entries(files).some(([path, stamp]) => stampFile(path) !== stamp)) return undefined
    accessSync(join(BUNDLES, folder), constants.R_OK | constants.X_OK)
    const url = `${pathToFileURL(join(BUNDLES, folder)).href}/`
    const toUrl = (path) => pathToFileURL(join(ROOT, path)).href
    return {
      url,
      entries: new Map(Object.entries(entries).map(([path, file]) => [toUrl(path), `${url}${file}`])),
    }
  } catch {
    return undefined
  }
}
