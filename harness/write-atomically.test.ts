import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeAtomically } from './write-atomically.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-write-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('default: the file is replaced, with its folder, and nothing is left beside it', () => {
  const path = join(openFolder(), 'new', 'file.txt')
  writeAtomically(path, 'old')
  writeAtomically(path, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(readdirSync(join(path, '..'))).toEqual(['file.txt'])
})

test('behavior: what a killed process left is removed by the next one that writes there, and nothing else', () => {
  const folder = openFolder()
  const own = (digit: string) => `.assay-${digit.repeat(8)}-0000-4000-8000-000000000000.tmp`
  for (const name of [own('1'), own('2'), 'mine.tmp', '.assay-mine.tmp']) {
    writeFileSync(join(folder, name), 'half of a')
    // The second is being written by another process.
    if (name !== own('2')) utimesSync(join(folder, name), new Date(0), new Date(0))
  }
  writeAtomically(join(folder, 'file'), 'text')
  expect(readdirSync(folder).sort()).toEqual([own('2'), '.assay-mine.tmp', 'file', 'mine.tmp'])
})

test('behavior: a name as long as names may be', () => {
  const path = join(openFolder(), 'n'.repeat(255))
  writeAtomically(path, 'text')
  expect(readFileSync(path, 'utf8')).toBe('text')
})

test('behavior: a pipe stays one, and its reader gets the text', () => {
  const path = join(openFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(pipe))
  writeAtomically(path, 'text')
  expect(lstatSync(path).isFIFO()).toBe(true)
  const read = Buffer.alloc(10)
  expect(read.toString('utf8', 0, readSync(pipe, read))).toBe('text')
})

test.each([
  ['a file', 'target.txt'],
  ['nothing yet', 'absent.txt'],
  ['another link', 'second'],
])('behavior: a link to %s stays one, and what it leads to is written', (_, target) => {
  const folder = openFolder()
  writeFileSync(join(folder, 'target.txt'), 'old')
  symlinkSync('target.txt', join(folder, 'second'))
  const link = join(folder, 'link')
  symlinkSync(target, link)
  writeAtomically(link, 'new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(lstatSync(join(folder, 'second')).isSymbolicLink()).toBe(true)
  expect(readFileSync(link, 'utf8')).toBe('new')
})

test('error: links that lead in a circle', () => {
  const folder = openFolder()
  symlinkSync('b', join(folder, 'a'))
  symlinkSync('a', join(folder, 'b'))
  expect(() => writeAtomically(join(folder, 'a'), 'text')).toThrow('ELOOP')
  expect(readdirSync(folder)).toEqual(['a', 'b'])
})

test('error: what cannot be written names the file that was meant, and leaves nothing', () => {
  const folder = openFolder()
  const path = join(folder, 'file')
  // As a disk that is full, it fails while the draft is written, and its error has no path.
  expect(() => writeAtomically(path, {} as never)).toThrow(
    expect.objectContaining({
      code: 'OUTPUT_UNWRITABLE',
      details: expect.objectContaining({ where: path }),
    }),
  )
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(!existsSync('/proc'))('error: a folder in which no file can be made', () => {
  expect(() => writeAtomically('/proc/file', 'text')).toThrow(
    expect.objectContaining({ code: 'OUTPUT_UNWRITABLE' }),
  )
})

test.skipIf(!existsSync('/dev/full'))('error: a device that is full is named', () => {
  expect(() => writeAtomically('/dev/full', 'text')).toThrow(
    expect.objectContaining({
      code: 'OUTPUT_UNWRITABLE',
      details: expect.objectContaining({ where: '/dev/full', found: expect.stringContaining('ENOSPC') }),
    }),
  )
})
