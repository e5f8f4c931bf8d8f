// Bundles the sources; see bin/sources.mjs.
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'vite'
import { BUNDLES, LIST_FILE, ROOT, stampFile } from '../bin/sources.mjs'
import { nativeHttp } from './native-http.mjs'

/** What processes and threads begin with. */
const STARTS = ['harness/cli/main.ts', 'harness/cli/worker.ts', 'harness/guardian/process.ts']

/** How many bundles are kept: what runs loads parts of its own when it needs them. */
const KEPT = 3

const find = (pattern) => globSync(pattern, { cwd: ROOT }).filter((path) => !/\.test(-d)?\.ts$/.test(path))

/** List what properties import, and where classes are: of these a thread may hold one copy only. */
function listShared(sources, properties) {
  const imported = properties.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g)].map(([, specifier]) =>
      relative(ROOT, resolve(ROOT, dirname(path), specifier)),
    ),
  )
  const isShared = (path) =>
    imported.includes(path) || /^export (abstract )?class /m.test(readFileSync(join(ROOT, path), 'utf8'))
  return sources.filter(isShared)
}

const PLACES = '\0places'
const UP = relative(join(BUNDLES, 'bundle'), ROOT)

/** A module says where its source is, from where the bundle is: a copy of the checkout can use its own copy of it. */
const keepPlaces = {
  name: 'keep-places',
  enforce: 'pre',
  resolveId: (id) => (id === PLACES ? id : undefined),
  load: (id) =>
    id === PLACES
      ? `import { fileURLToPath } from 'node:url'
         export const toUrl = (path) => new URL(path, new URL('${UP}/', import.meta.url)).href
         export const toPath = (path) => fileURLToPath(toUrl(path))`
      : undefined,
  transform(code, id) {
    if (id === PLACES || !code.includes('import.meta')) return code
    const path = relative(ROOT, id)
    const kept = code
      .replaceAll('import.meta.dirname', `__places.toPath(${JSON.stringify(dirname(path))})`)
      .replaceAll('import.meta.url', `__places.toUrl(${JSON.stringify(path)})`)
    if (kept.includes('import.meta')) this.error(`${id}: of import.meta, only dirname and url can be bundled`)
    return `${kept}\nimport * as __places from ${JSON.stringify(PLACES)}`
  },
}

const sources = find('{bin,harness,reports,tools}/**/*.ts')
const properties = find('scenarios/**/*.ts')
// Taken before anything is read: what changes meanwhile is another file then.
const stamps = new Map([...sources, ...properties].map((path) => [path, stampFile(path)]))
mkdirSync(BUNDLES, { recursive: true })
const folder = mkdtempSync(join(BUNDLES, 'bundle-'))
// Who set the checkout up need not be who uses it.
chmodSync(folder, 0o777 & ~process.umask())
const { output } = await build({
  configFile: false,
  logLevel: 'error',
  root: ROOT,
  publicDir: false,
  plugins: [keepPlaces, nativeHttp],
  build: {
    ssr: true,
    target: 'esnext',
    minify: false,
    outDir: folder,
    rolldownOptions: {
      input: [...STARTS, ...listShared(sources, properties)].map((path) => join(ROOT, path)),
      // Packages stay where they are; what the bundler adds is none.
      external: /^(?![./\0]|@oxc-project\/|node:http$)/,
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        keepNames: true,
        entryFileNames: '[name]-[hash].mjs',
        chunkFileNames: 'chunk-[hash].mjs',
      },
    },
  },
})
const toPath = (id) => relative(ROOT, id)
// What begins with a zero byte is the bundler's own.
const bundled = new Set(
  output.flatMap(({ moduleIds = [] }) => moduleIds.filter((id) => !id.startsWith('\0')).map(toPath)),
)
const unwatched = [...bundled].filter((path) => !stamps.has(path))
if (unwatched.length > 0) throw new Error(`bundled, but no source: ${unwatched.join(', ')}`)
const entries = output.filter(({ isEntry }) => isEntry)
const draft = `${folder}.json`
writeFileSync(
  draft,
  JSON.stringify({
    folder: basename(folder),
    files: Object.fromEntries([...stamps].filter(([path]) => bundled.has(path) || properties.includes(path))),
    entries: Object.fromEntries(
      entries.map(({ facadeModuleId, fileName }) => [toPath(facadeModuleId), fileName]),
    ),
  }),
)
renameSync(draft, LIST_FILE)
const ageOf = (path) => -statSync(path).mtimeMs
const kept = globSync(join(BUNDLES, 'bundle-*')).sort((a, b) => ageOf(a) - ageOf(b))
for (const old of kept.slice(KEPT)) rmSync(old, { recursive: true, force: true })
