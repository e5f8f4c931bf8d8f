import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runVitest } from './run-vitest.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-run-vitest-'))
afterAll(() => rmSync(directory, { recursive: true }))

const PASSES = "test('it passes', () => expect(1).toBe(1))"
const FILES = {
  passes: PASSES,
  asserts: "test('it fails', () => expect(1).toBe(2))",
  throws: "test('it throws', () => { throw new TypeError('no such thing') })",
  crashes: `describe('of a world', () => { beforeAll(() => { throw new Error('no world') }); ${PASSES} })`,
  lets: `test('it lets go', async () => { setTimeout(() => { throw new Error('too late') }); await new Promise((then) => setTimeout(then, 20)) })`,
  skips: PASSES.replace('test', 'test.skip'),
}
const nameOf = (name: string) => `tools/${name}.test.ts`
const HEAD = "import { beforeAll, describe, expect, test } from 'vitest'\n"

// A project of these tests alone, with the settings of this one.
for (const part of ['node_modules', 'harness', 'test'])
  symlinkSync(join(import.meta.dirname, '../..', part), join(directory, part))
mkdirSync(join(directory, 'tools'))
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(directory, nameOf(name)), HEAD + text)

const run = (...names: string[]) =>
  runVitest(names.map(nameOf), directory, { timeoutMs: 600_000, signal: new AbortController().signal })

test('default: an assertion kills; what passed is said to have been asked, and nothing else', async () => {
  expect(await run('asserts', 'crashes')).toMatchObject({
    kind: 'killed',
    by: `${nameOf('asserts')} › it fails`,
  })
  expect(await run('passes', 'skips')).toMatchObject({
    kind: 'survived',
    asked: { testFiles: [nameOf('passes')] },
  })
})

test.each([
  ['the world of some tests cannot be set up', 'crashes', 'no world'],
  ['a test ends in another error than a failed assertion', 'throws', 'no such thing'],
  ['an error is caught by nobody', 'lets', 'too late'],
  ['all tests are left out', 'skips', 'no test ran'],
  ['the file is not there', 'nowhere', 'no test ran'],
])('behavior: nothing survives or is killed where %s', async (_, name, problem) => {
  expect(await run(name)).toEqual({ kind: 'unjudged', problem: expect.stringContaining(problem) })
})
