import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listSources } from './list-sources.ts'

test('behavior: what an editor keeps beside a source is none', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-sources-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'src/.kept'), { recursive: true })
  for (const path of ['src/.kept/old.ts', 'src/Cage.sol', 'src/notes.md', 'src/run.ts'])
    writeFileSync(join(root, path), '')
  // Emacs locks a file so while it is changed.
  symlinkSync('me@here.1', join(root, 'src/.#run.ts'))
  expect(listSources(root, ['src'])).toEqual(['src/Cage.sol', 'src/run.ts'])
})
