import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stampOf } from '../kept-facts.ts'
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

test('behavior: what was read before is not read again while it is the same file', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-digests-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'a.ts'), 'one')
  writeFileSync(join(root, 'b.ts'), 'two')
  const kept = { 'a.ts': [stampOf(statSync(join(root, 'a.ts'))), 'kept'], 'b.ts': ['1:3:5', 'kept'] }
  mkdirSync(join(root, '.assay'))
  writeFileSync(join(root, '.assay/file-digests.json'), JSON.stringify(kept))
  expect(digestFiles(root, ['a.ts', 'b.ts'])).toEqual([
    ['a.ts', 'kept'],
    ['b.ts', sha256('two')],
  ])
})
