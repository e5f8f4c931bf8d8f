import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compileAhead, GENERATED_CONTRACTS } from '../../harness/chain/solc.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { STAND_UNIT } from '../../harness/property/cage-alone/stand.ts'
import { listWorldUnits } from '../../harness/world/compile.ts'
import { embeddedBook } from '../../harness/world/embedded-book.ts'
import { listCompiled } from '../../harness/world/origin.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-contracts-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('behavior: what comes with the checkout is what its sources compile to', async () => {
  for (const folder of ['node_modules', 'tools', 'harness/property', 'harness/protocols', 'harness/world']) {
    mkdirSync(join(root, folder, '..'), { recursive: true })
    symlinkSync(join(PROJECT_ROOT, folder), join(root, folder))
  }
  const units = [...listWorldUnits(root), ...listCompiled(embeddedBook('ethereum')), STAND_UNIT]
  await compileAhead(units, { root })
  const compiled = readdirSync(join(root, '.assay/cache'))
  for (const name of readdirSync(join(PROJECT_ROOT, GENERATED_CONTRACTS))) {
    expect(compiled).toContain(name)
    expect(readFileSync(join(PROJECT_ROOT, GENERATED_CONTRACTS, name))).toEqual(
      readFileSync(join(root, '.assay/cache', name)),
    )
  }
})
