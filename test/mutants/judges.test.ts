import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assayMutate } from './assay-mutate.ts'

const JUDGES = join(import.meta.dirname, 'judges.yaml')

test('behavior: every process and every judge sees the change, and what was asked is said', () => {
  const { status, mutants, stderr } = assayMutate('--file', JUDGES, '--workers', '1')
  const found = Object.fromEntries(mutants.map(({ mutant, verdict }) => [mutant.id, verdict]))
  const by = (name: string) => expect.stringContaining(name)
  const asked = { scenarios: 5, properties: 0, testFiles: [] }
  expect(found, stderr).toMatchObject({
    'both-sides': { kind: 'survived', asked },
    'guardian-process': { kind: 'killed', by: by('mode=refuses') },
    'sandbox-thread': { kind: 'killed', by: by('answers too much'), isOtherDenial: true },
    structure: { kind: 'killed', by: by('test/structure/confinement.test.ts') },
    'command-line': { kind: 'killed', by: by('test/e2e/keystore.test.ts') },
    unnoticed: {
      kind: 'survived',
      asked: { ...asked, testFiles: ['tools/safety/guardian/guardian-review.test.ts'] },
    },
    'noticed-control': { kind: 'killed', by: by('mode=down') },
  })
  expect(stderr).toContain('survived 5 scenarios, tools/safety/guardian/guardian-review.test.ts')
  expect(stderr).toContain('(by another denial than it names)')
  expect(status).toBe(1)
})
