import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hashFiles } from './hash-code.ts'
import { PROJECT_ROOT } from './paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-hash-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return relative(PROJECT_ROOT, path)
}
const hash = (file: string) => hashFiles([file])[file]

test('default: a file has the hash of what it holds, and one that is gone has none', () => {
  const one = write('one.yaml', 'name: one')
  expect(hash(one)).toBe(hash(write('same.yaml', 'name: one')))
  expect(hash(one)).not.toBe(hash(write('other.yaml', 'name: other')))
  expect(hashFiles([join(folder, 'gone.yaml')])).toEqual({})
})

test('behavior: a property is another one where what it loads is', () => {
  const property = write(
    'small.property.ts',
    "import { DRAWS } from './size.ts'\nexport const PROPERTY = DRAWS\n",
  )
  write('size.ts', "export * from './deeper.mjs'\n")
  write('deeper.mjs', 'export const DRAWS = 4\n')
  const before = hash(property)
  write('deeper.mjs', 'export const DRAWS = 10\n')
  expect(hash(property)).not.toBe(before)
  write('deeper.mjs', 'export const DRAWS = 4\n')
  expect(hash(property)).toBe(before)
})

test('behavior: what is not there, or is no file, is left to who loads it', () => {
  const property = write('lost.property.ts', "import './nowhere.ts'\nimport './.'\n")
  expect(hash(property)).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  'scenarios',
  '../../dev/zero',
  'a\0b',
  'x'.repeat(300),
])('behavior: what is no file, and can be none, has no hash: %j', (file) => {
  expect(hashFiles([file])).toEqual({})
})
