import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'

const IMPORT = /^(?:import|export) (?!type )(?:[\w\s{},*]* from )?'(\.[^']+\.ts)'/gm

/** List what a source loads before it does anything, with itself. */
function listLoaded(...starts: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(starts)
  for (const file of loaded) {
    for (const [, target = ''] of readFileSync(join(PROJECT_ROOT, file), 'utf8').matchAll(IMPORT)) {
      loaded.add(posix.join(posix.dirname(file), target))
    }
  }
  return loaded
}

test.each(['run', 'list', 'validate'])('behavior: assay %s begins without the catalogue', (command) => {
  const loaded = [...listLoaded('harness/cli/main.ts', `harness/cli/commands/${command}.ts`)]
  expect(loaded).toContain('harness/cli/load-jobs.ts')
  // Who waits for a first verdict waits for what is loaded here; tools and testbeds are a thousand modules.
  expect(
    loaded.filter((file) => /^tools\/(profiles|protocols|runtime)\/|^harness\/protocols\//.test(file)),
  ).toEqual([])
})
