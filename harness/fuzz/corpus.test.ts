import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { hashCorpus, readCorpus, toCorpusEntry, writeCorpus } from './corpus.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-corpus-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const caseOf = (blocks: number): ScenarioDocument => ({ name: 'a case', steps: [{ mine: blocks }] })

test('default: what is written is read again, each case once', () => {
  const entries = [caseOf(1), caseOf(2)].map(toCorpusEntry)
  writeCorpus(directory, entries)
  writeCorpus(directory, entries)
  const read = readCorpus(directory)
  expect(readdirSync(directory)).toHaveLength(2)
  expect(read.map(({ name }) => name)).toEqual(entries.map(({ name }) => name).sort())
  expect(hashCorpus(read)).not.toBe(hashCorpus(read.slice(1)))
})

test('behavior: a folder that does not exist yet is empty', () => {
  expect(readCorpus(join(directory, 'none'))).toEqual([])
})

test.each([
  ['a step that is none', 'name: bad\nsteps:\n  - mien: 1\n'],
  ['half a file', 'name: bad\nsteps: [{ mine: 1 }'],
  ['nothing', ''],
])('error: SCENARIO_INVALID names the file that is no case: %s', (_, text) => {
  writeFileSync(join(directory, 'bad.yaml'), text)
  expect(() => readCorpus(directory)).toThrowError(
    expect.objectContaining({ code: 'SCENARIO_INVALID', message: expect.stringContaining('bad.yaml') }),
  )
  expect(() => readCorpus(join(directory, 'bad.yaml'))).toThrowError(HarnessError)
})
