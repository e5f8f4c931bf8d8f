import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findKillers } from './find-killers.ts'

/** Not where a title stands, so that this file is not one that cites them. */
const TITLE = "'I14 I20: it holds'"

test.each([
  ['alone', 'test(TITLE, () => {})'],
  ['skipped', 'test.skipIf(hasNone(1))(TITLE, () => {})'],
  ['of a table', 'test.each([1, 2])(TITLE, () => {})'],
  ['of a table with calls', "test.each([\n  [f(1), 'a'],\n  [f(g(2)), 'b'],\n])(TITLE, () => {})"],
  ['of a named table', 'test.each(\n  CASES.map(([name]) => name),\n)(\n  TITLE,\n  () => {},\n)'],
  ['within others', "describe(TITLE, () => { test('and more', () => {}) })"],
])('behavior: a test that cites invariants is found: %s', (_, text) => {
  const root = mkdtempSync(join(tmpdir(), 'assay-killers-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'a.test.ts'), `import 'vitest'\n\n${text.replace('TITLE', TITLE)}\n`)
  expect(findKillers(root, ['.'])).toEqual([{ name: 'a.test.ts › it holds', invariants: ['I14', 'I20'] }])
})
