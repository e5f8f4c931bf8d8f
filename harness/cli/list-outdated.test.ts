import { expect, test } from 'vitest'
import { hashCode, hashFiles } from './hash-code.ts'
import { listOutdated } from './list-outdated.ts'

const files = hashFiles(['README.md', 'AGENTS.md'])
const codeHash = hashCode()

test('default: nothing is outdated of what this checkout ran', () => {
  expect(listOutdated({ codeHash, files })).toEqual([])
})

test('behavior: other code and other texts are named, and texts that are gone', () => {
  expect(listOutdated({ codeHash: 'other', files })).toEqual(['the code changed'])
  expect(listOutdated({ codeHash, files: { ...files, 'README.md': 'other', 'gone.yaml': 'x' } })).toEqual([
    '2 scenario files changed: README.md, gone.yaml',
  ])
  expect(listOutdated({ codeHash, files: { ...files, 'README.md': 'other' } })).toEqual([
    '1 scenario file changed: README.md',
  ])
})
