import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const load = (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(ROOT, path)).href)

const { BUNDLED, nameModule } = (await load('bin/packages.mjs')) as unknown as {
  readonly BUNDLED: readonly string[]
  readonly nameModule: (specifier: string) => string
}
const packageOf = (specifier: string) => specifier.split('/')[0] ?? ''

test('behavior: all that sources import of a bundled package is in the bundle', () => {
  const packages = new Set(BUNDLED.map(packageOf))
  const imported = new Set<string>()
  for (const file of globSync('{tools,harness,reports,scenarios}/**/*.ts', { cwd: ROOT })) {
    if (/\.test(-d)?\.ts$/.test(file)) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import\()\s*'([^'.][^']*)'/g)) {
      if (packages.has(packageOf(specifier))) imported.add(specifier)
    }
  }
  expect([...imported].sort()).toEqual([...BUNDLED].sort())
})

test('behavior: the bundle exports what the packages export', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const { bundlePackages } = await load('scripts/bundle-packages.mjs')
  await (bundlePackages as (folder: string) => Promise<void>)(folder)
  for (const specifier of BUNDLED) {
    const bundled = await import(pathToFileURL(join(folder, `${nameModule(specifier)}.mjs`)).href)
    const found = await import(specifier)
    const kinds = (module: object) =>
      new Map(Object.entries(module).map(([name, value]) => [name, `${typeof value} ${value?.name}`]))
    expect([specifier, kinds(bundled)]).toEqual([specifier, kinds(found)])
  }
})
