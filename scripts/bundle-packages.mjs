// Bundles packages that consist of many modules; see bin/packages.mjs.
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { build } from 'vite'
import {
  BUNDLE,
  BUNDLED,
  computeKey,
  FILES_FILE,
  KEY_FILE,
  nameFile,
  nameModule,
  stampFile,
} from '../bin/packages.mjs'
import { nativeHttp } from './native-http.mjs'

const BY_NAME = 'by-name:'

/** What a package of CommonJS exports shows when it is loaded; the bundler wants to be told. */
const nameExports = {
  name: 'name-exports',
  resolveId: (id) => (id.startsWith(BY_NAME) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${BY_NAME}`)) return undefined
    const specifier = id.slice(BY_NAME.length + 1)
    const names = Object.keys(await import(specifier)).filter((name) => name !== 'module.exports')
    return `export { ${names.join()} } from '${specifier}'`
  },
}

/** Notes the state of each file before it is read: what changes meanwhile is another file then. */
const noteStamps = (stamps) => ({
  name: 'note-stamps',
  enforce: 'pre',
  load(id) {
    // What the bundler adds is no file.
    if (isAbsolute(id)) stamps[nameFile(id)] = stampFile(id)
  },
})

/** Bundle the packages into a folder. */
export async function bundlePackages(folder) {
  const key = computeKey()
  const stamps = {}
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [noteStamps(stamps), nativeHttp, nameExports],
    build: {
      ssr: true,
      target: 'node22',
      minify: false,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(
          BUNDLED.map((specifier) => [nameModule(specifier), `${BY_NAME}${specifier}`]),
        ),
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          keepNames: true,
          entryFileNames: '[name].mjs',
          chunkFileNames: 'chunk-[hash].mjs',
        },
      },
    },
    // Native code stays where it is.
    ssr: { noExternal: true, external: ['secp256k1'] },
  })
  writeFileSync(join(folder, FILES_FILE), JSON.stringify(stamps))
  writeFileSync(join(folder, KEY_FILE), key)
}

if (import.meta.main) {
  // Nobody shall load half of it.
  const folder = mkdtempSync(`${BUNDLE}-`)
  // Who installed need not be who runs.
  chmodSync(folder, 0o777 & ~process.umask())
  try {
    await bundlePackages(folder)
    rmSync(BUNDLE, { recursive: true, force: true })
    renameSync(folder, BUNDLE)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
