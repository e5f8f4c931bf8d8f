import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../cli/paths.ts'
import { digestFiles } from './digest-files.ts'

let root = ''
const kept = () => join(root, '.assay/file-digests.json')
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const digest = () => digestFiles(root, ['a.ts', 'b.ts'])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-digests-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, '.assay'))
  write('a.ts', 'one')
  write('b.ts', 'two')
})

/** Put something in the place of what is kept of each file. */
const spoil = () => {
  const known = JSON.parse(readFileSync(kept(), 'utf8')) as Record<string, [string, string]>
  const spoiled = Object.entries(known).map(([path, [stamp]]) => [path, [stamp, `kept of ${path}`]])
  writeFileSync(kept(), JSON.stringify(Object.fromEntries(spoiled)))
}

test('default: files by the hash of their content, in the order given', () => {
  expect(digest()).toEqual([
    ['a.ts', sha256('one')],
    ['b.ts', sha256('two')],
  ])
  expect(digestFiles(root, ['b.ts'])).toEqual([['b.ts', sha256('two')]])
})

test('behavior: a file that changed right before it was kept is read again: its next change may have the same time', () => {
  digest()
  spoil()
  expect(digest()).toEqual([
    ['a.ts', sha256('one')],
    ['b.ts', sha256('two')],
  ])
})

test('behavior: what was read is not read again', () => {
  // Older than a second: the lockfile was there before what is installed.
  symlinkSync(join(PROJECT_ROOT, 'package-lock.json'), join(root, 'old.json'))
  const [[, first] = []] = digestFiles(root, ['old.json'])
  expect(first).toBe(sha256(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')))
  spoil()
  expect(digestFiles(root, ['old.json'])).toEqual([['old.json', 'kept of old.json']])
})

test('behavior: what is another file now is read, whatever its size and its times say', () => {
  digest()
  const { atime, mtime } = statSync(join(root, 'a.ts'))
  write('a.ts', 'six')
  utimesSync(join(root, 'a.ts'), atime, mtime)
  write('c.ts', 'ten')
  renameSync(join(root, 'c.ts'), join(root, 'b.ts'))
  expect(digest()).toEqual([
    ['a.ts', sha256('six')],
    ['b.ts', sha256('ten')],
  ])
})

test('behavior: what is kept is of no use where it is damaged, and no hindrance where it cannot be', () => {
  for (const text of ['', '[', 'null', '[]']) {
    write('.assay/file-digests.json', text)
    expect(digest()[0]).toEqual(['a.ts', sha256('one')])
  }
  rmSync(join(root, '.assay'), { recursive: true })
  write('.assay', 'no folder')
  expect(digest()[0]).toEqual(['a.ts', sha256('one')])
})
