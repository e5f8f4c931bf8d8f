import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'

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

/** Copy the checkout with its caches and without scenarios to a new folder that others may read; answers its path. */
export function copyCheckout(checkout = mkdtempSync(join(tmpdir(), 'assay-checkout-'))): string {
  mkdirSync(checkout, { recursive: true })
  chmodSync(checkout, 0o755)
  for (const part of PARTS) copyPart(part, checkout)
  mkdirSync(join(checkout, 'scenarios'))
  mkdirSync(join(checkout, '.assay'))
  const caches = join(PROJECT_ROOT, '.assay/cache')
  if (existsSync(caches)) cpSync(caches, join(checkout, '.assay/cache'), { recursive: true })
  const compiled = join(PROJECT_ROOT, '.assay/compile-cache')
  mkdirSync(compiled, { recursive: true })
  symlinkSync(compiled, join(checkout, '.assay/compile-cache'))
  symlinkSync(realpathSync(join(PROJECT_ROOT, 'node_modules')), join(checkout, 'node_modules'))
  return checkout
}
