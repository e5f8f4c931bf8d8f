import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { stampOf } from '../../harness/kept-facts.ts'
import { listOrigins } from '../../harness/world/origin-cache.ts'

/** Parts of the checkout that a run needs. */
const PARTS = ['bin', 'harness', 'tools', 'reports', 'package.json', 'tsconfig.json', 'foundry.toml']

/** What runs and benches leave below these parts. */
const MADE = ['reports/runs', 'test/bench/peers/node_modules']

/** Copy a file or folder of the checkout, without what was made there. */
export const copyPart = (part: string, checkout: string): void =>
  cpSync(join(PROJECT_ROOT, part), join(checkout, part), {
    recursive: true,
    filter: (path) => !MADE.some((made) => path.startsWith(join(PROJECT_ROOT, made))),
  })

/** Origins that a copy is given: those of two chains, and one that is built meanwhile. */
const MOST_ORIGINS = 3

/** Copy the caches, of many origins those that were used last; what other tests are writing there comes and goes. */
function copyCaches(checkout: string): void {
  const caches = join(PROJECT_ROOT, '.assay/cache')
  if (!existsSync(caches)) return
  const left = listOrigins(caches).slice(0, -MOST_ORIGINS)
  const filter = (path: string) => !left.includes(path) && !path.endsWith('.tmp')
  cpSync(caches, join(checkout, '.assay/cache'), { recursive: true, filter })
}

/** Where bundles of the sources are, and what says of which they are. */
const BUNDLES = '.assay/sources'
const LIST = join(BUNDLES, 'list.json')

/** The bundle of a checkout, and the states of the files that it is made of. */
interface BundleList {
  readonly folder: string
  readonly files: Readonly<Record<string, string>>
}

/** Copy the bundle of the sources, where it is one of those that are copied: sources that are bundled load in half the time. */
function copyBundle(checkout: string): void {
  if (!existsSync(join(PROJECT_ROOT, LIST))) return
  const list: BundleList = JSON.parse(readFileSync(join(PROJECT_ROOT, LIST), 'utf8'))
  const stampIn = (root: string, path: string) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false })
    return stats && stampOf(stats)
  }
  if (Object.entries(list.files).some(([path, stamp]) => stampIn(PROJECT_ROOT, path) !== stamp)) return
  const copied = Object.keys(list.files).flatMap((path) => {
    const stamp = stampIn(checkout, path)
    return stamp === undefined ? [] : [[path, stamp]]
  })
  cpSync(join(PROJECT_ROOT, BUNDLES, list.folder), join(checkout, BUNDLES, list.folder), { recursive: true })
  writeFileSync(join(checkout, LIST), JSON.stringify({ ...list, files: Object.fromEntries(copied) }))
}

/** Bundle the sources of a copy anew: where they changed, a few commands take longer without than that does. */
export function bundleSources(checkout: string): void {
  if (!existsSync(join(checkout, 'scripts'))) copyPart('scripts', checkout)
  execFileSync(process.execPath, ['scripts/bundle-sources.mjs'], { cwd: checkout, stdio: 'pipe' })
}

/** Copy the checkout with its caches and without scenarios to a new folder that others may read; answers its path. */
export function copyCheckout(checkout = mkdtempSync(join(tmpdir(), 'assay-checkout-'))): string {
  mkdirSync(checkout, { recursive: true })
  chmodSync(checkout, 0o755)
  for (const part of PARTS) copyPart(part, checkout)
  mkdirSync(join(checkout, 'scenarios'))
  mkdirSync(join(checkout, '.assay'))
  copyCaches(checkout)
  const compiled = join(PROJECT_ROOT, '.assay/compile-cache')
  mkdirSync(compiled, { recursive: true })
  symlinkSync(compiled, join(checkout, '.assay/compile-cache'))
  symlinkSync(realpathSync(join(PROJECT_ROOT, 'node_modules')), join(checkout, 'node_modules'))
  copyBundle(checkout)
  return checkout
}
