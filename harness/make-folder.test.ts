import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-make-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('default: those above it are made, and what is there stays', () => {
  const path = join(openFolder(), 'a', 'b', 'c')
  makeFolder(path)
  makeFolder(path)
  expect(statSync(path).isDirectory()).toBe(true)
})

test('error: a file that has its name, or that of a folder above it', () => {
  const path = join(openFolder(), 'file')
  writeFileSync(path, '')
  expect(() => makeFolder(path)).toThrow(/EEXIST/)
  expect(() => makeFolder(join(path, 'below'))).toThrow(/ENOTDIR/)
})

test.runIf(existsSync('/proc'))('error: a file system that makes none says so', () => {
  expect(() => makeFolder('/proc/absent/below')).toThrow(/ENOENT.*mkdir '\/proc\/absent'/)
})
