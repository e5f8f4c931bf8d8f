import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scenariosOf } from '../scenario/fixtures/parse.ts'
import { openParsedFiles, type ParsedFile } from './parsed-files.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-parsed-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

const TEXT = 'name: waits\nlimits: { perDay: 5 USDC }\nsteps:\n  - advance: 5m\n'

/** Read one file with one code; answers what it says and how often it was parsed. */
async function read(codeHash: string, text: string, answer?: ParsedFile) {
  let parsed = 0
  const files = openParsedFiles(stateDir, codeHash)
  const found = await files.read('a.yaml', text, async () => {
    parsed += 1
    return answer ?? { scenarios: scenariosOf(text) }
  })
  files.keep()
  return { found, parsed }
}

test('default: a file is parsed once, and means the same when it is taken from before', async () => {
  const first = await read('1', TEXT)
  const second = await read('1', TEXT)
  expect([first.parsed, second.parsed]).toEqual([1, 0])
  expect(second.found).toEqual(first.found)
})

test('behavior: other code and another text are parsed, the first text again afterwards', async () => {
  await read('1', TEXT)
  expect((await read('2', TEXT)).parsed).toBe(1)
  expect((await read('2', `${TEXT}  - mine: 1\n`)).parsed).toBe(1)
  expect((await read('2', TEXT)).parsed).toBe(1)
})

test('behavior: what is wrong with a file is not kept, and half a file is nothing', async () => {
  await read('1', TEXT, { problems: [] })
  expect((await read('1', TEXT)).parsed).toBe(1)
  const path = join(stateDir, 'cache/parsed-scenarios')
  writeFileSync(path, readFileSync(path).subarray(0, 99))
  expect((await read('1', TEXT)).parsed).toBe(1)
})

test('behavior: what is not as it was kept is parsed, and kept again', async () => {
  const first = await read('1', TEXT)
  const path = join(stateDir, 'cache/parsed-scenarios')
  const kept = readFileSync(path)
  kept.write('waitz', kept.indexOf('waits'))
  writeFileSync(path, kept)
  expect(await read('1', TEXT)).toEqual({ ...first, parsed: 1 })
  expect((await read('1', TEXT)).parsed).toBe(0)
})
