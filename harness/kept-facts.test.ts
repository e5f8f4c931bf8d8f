import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from './cli/paths.ts'
import { openKeptFacts } from './kept-facts.ts'

let root = ''
let asked: string[] = []
const at = (path: string) => join(root, path)
const write = (path: string, text: string) => writeFileSync(at(path), text)
const read = (path: string) => {
  asked.push(path.slice(root.length + 1))
  return readFileSync(path, 'utf8')
}

/** Ask for the content of files, as a process of its own does. */
const ask = (...names: readonly string[]) => {
  const facts = openKeptFacts(at('state/facts.json'))
  const found = names.map((name) => facts.ask(name, at(name), read))
  facts.save()
  return found
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-facts-'))
  asked = []
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  write('a', 'one')
  // Older than a second: the lockfile was there before what is installed.
  symlinkSync(join(PROJECT_ROOT, 'package-lock.json'), at('old'))
})

test('default: what was found of a file is not asked again', () => {
  expect(ask('old')).toEqual(ask('old'))
  expect(asked).toEqual(['old'])
})

test('behavior: what is another file now is asked', () => {
  ask('old')
  rmSync(at('old'))
  symlinkSync(join(PROJECT_ROOT, 'LICENSE'), at('old'))
  expect(ask('old')).toEqual([readFileSync(join(PROJECT_ROOT, 'LICENSE'), 'utf8')])
})

test('behavior: what changes within a moment is asked each time, whatever its size and its times say', () => {
  ask('a')
  const { atime, mtime } = statSync(at('a'))
  write('a', 'six')
  utimesSync(at('a'), atime, mtime)
  expect(ask('a')).toEqual(['six'])
})

test('behavior: what is kept is of no use where it is damaged, and no hindrance where it cannot be', () => {
  mkdirSync(at('state'))
  for (const text of ['', '[', 'null', '[]', '7', '{"old":null}', '{"old":7}', '{"old":["",0]}']) {
    write('state/facts.json', text)
    ask('old')
  }
  expect(asked).toHaveLength(8)
  rmSync(at('state'), { recursive: true })
  write('state', 'no folder')
  expect(ask('a')).toEqual(['one'])
})

test('error: a file that is not there', () => {
  expect(() => ask('none')).toThrow('ENOENT')
})
