import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestFiles } from './digest-files.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('default: files by the hash of their content, in the order given', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-digests-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'a.ts'), 'one')
  writeFileSync(join(root, 'b.ts'), 'two')
  expect(digestFiles(root, ['b.ts', 'a.ts'])).toEqual([
    ['b.ts', sha256('two')],
    ['a.ts', sha256('one')],
  ])
})
