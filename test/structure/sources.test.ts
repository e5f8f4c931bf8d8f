import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

let checkout = ''
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}
const node = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim()
const bundle = () => node('scripts/bundle-sources.mjs')
/** Start as the command line does. */
const start = () => node('start.mjs').split('\n')

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'assay-sources-'))
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }))
  const starts = ['is-installed', 'strip-types'].map((name) => `tools/core/${name}.mjs`)
  for (const path of ['bin', 'scripts', ...starts])
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write(
    'start.mjs',
    "import './bin/use-sources.mjs'\nawait (await import('./harness/cli/main.ts')).main(await import('./scenarios/mine.ts'))",
  )
  write(
    'harness/cli/main.ts',
    `import { Fault } from '../fault.ts'
     import { where } from '../deep/where.ts'
     export async function main({ fail }: { fail: () => void }) {
       const { late } = await import('./late.ts')
       console.log(where(), late, new Error('').stack?.includes('.assay/sources'))
       try { fail() } catch (error) { console.log(error instanceof Fault) }
     }`,
  )
  write('harness/cli/late.ts', "export const late: string = 'late'")
  write('harness/cli/worker.ts', '')
  write('harness/guardian/process.ts', '')
  write('harness/fault.ts', 'export class Fault extends Error {}')
  write('harness/deep/where.ts', 'export const where = () => [import.meta.dirname, import.meta.url].join()')
  write(
    'scenarios/mine.ts',
    "import { Fault } from '../harness/fault.ts'\nexport const fail = () => { throw new Fault() }",
  )
})

const place = () => {
  const path = join(checkout, 'harness/deep')
  return `${path},${pathToFileURL(join(path, 'where.ts')).href}`
}

test('behavior: what is bundled knows its place, loads its parts late, and shares classes with what is not', () => {
  expect(start()).toEqual([`${place()} late false`, 'true'])
  bundle()
  expect(start()).toEqual([`${place()} late true`, 'true'])
})

test('behavior: who may read the checkout may read the bundle, and of one that is gone the sources are loaded', () => {
  bundle()
  const bundles = join(checkout, '.assay/sources')
  const [folder = ''] = readdirSync(bundles).filter((name) => name.startsWith('bundle-'))
  expect(statSync(join(bundles, folder)).mode).toBe(statSync(bundles).mode)
  rmSync(join(bundles, folder), { recursive: true })
  expect(start()).toEqual([`${place()} late false`, 'true'])
})

test('behavior: one file that changed, and the sources are loaded as they are', () => {
  bundle()
  write('harness/cli/late.ts', "export const late: string = 'soon'")
  expect(start()[0]).toBe(`${place()} soon false`)
  bundle()
  expect(start()[0]).toBe(`${place()} soon true`)
  rmSync(join(checkout, 'harness/cli/late.ts'))
  write('harness/cli/main.ts', "export const main = () => console.log('short')")
  expect(start()).toEqual(['short'])
})

test('behavior: a new bundle leaves those from which runs may be loading', () => {
  const folders = Array.from({ length: 5 }, () => {
    bundle()
    return JSON.parse(readFileSync(join(checkout, '.assay/sources/list.json'), 'utf8')).folder as string
  })
  const kept = node('-p', "fs.readdirSync('.assay/sources').join('\\n')").split('\n')
  expect(kept.sort()).toEqual([...folders.slice(-3), 'list.json'].sort())
})

test('behavior: the sources of this checkout can be bundled', () => {
  execFileSync(process.execPath, ['scripts/bundle-sources.mjs'], { cwd: ROOT, stdio: 'pipe' })
  const command =
    "import('./bin/sources.mjs').then(({ findBundle }) => console.log(findBundle()?.entries.size > 3))"
  expect(execFileSync(process.execPath, ['-e', command], { cwd: ROOT, encoding: 'utf8' }).trim()).toBe('true')
})
