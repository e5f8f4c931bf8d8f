import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'
import { CAGE_FAULT } from './cage-fault.ts'

/** Parts of the checkout that both testers need. */
const PARTS = [
  'bin',
  'harness',
  'tools',
  'reports/fuzz-progress.ts',
  'reports/reporters',
  'reports/text',
  'reports/viewer',
  'scripts',
  'test/contracts',
  'foundry.toml',
  'package.json',
  'tsconfig.json',
  'out',
  '.assay/cache',
  '.assay/forge-cache',
]

/** A copy of the tree, in which the cage can be given a fault. */
export interface CageCheckout {
  readonly directory: string
  seedFault(): void
  remove(): void
}

/** Copy what both testers need of the tree. */
export function createCageCheckout(): CageCheckout {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  for (const part of PARTS) {
    const from = join(PROJECT_ROOT, part)
    if (existsSync(from)) cpSync(from, join(directory, part), { recursive: true, preserveTimestamps: true })
  }
  mkdirSync(join(directory, 'scenarios'))
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(directory, 'node_modules'))
  return {
    directory,
    seedFault() {
      const path = join(directory, CAGE_FAULT.file)
      writeFileSync(path, readFileSync(path, 'utf8').replace(CAGE_FAULT.find, ''))
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
