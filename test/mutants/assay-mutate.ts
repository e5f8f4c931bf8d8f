import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { LayerOutcome, MutantOutcome } from '../../harness/mutate/campaign.ts'

/** Run `assay mutate` and read what it prints. */
export function assayMutate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT_ROOT, 'bin/assay.mjs'), 'mutate', ...args, '--json'],
    { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const printed = stdout === '' ? { mutants: [], layers: [] } : JSON.parse(stdout)
  return {
    status,
    stderr,
    ...(printed as { mutants: readonly MutantOutcome[]; layers: readonly LayerOutcome[] }),
  }
}
