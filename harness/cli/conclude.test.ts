import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pico from 'picocolors'
import { expect, onTestFinished, test } from 'vitest'
import { createFixtureRecord } from '../record/fixtures/fixture-record.ts'
import type { RecordReplay, RecordVerdict } from '../record/record.ts'
import { conclude } from './conclude.ts'
import type { CliIo } from './io.ts'

const colors = pico.createColors(false)
const IO: CliIo = {
  print() {},
  progress() {},
  complain() {},
  writeError() {},
  tryWrite(write) {
    write()
    return true
  },
  colors,
  errorColors: colors,
  isTty: false,
  isOutputTty: false,
  columns: 100,
  signal: new AbortController().signal,
}

function concludeReplay(verdict: RecordVerdict, outcome: RecordReplay['outcome']): number {
  const directory = mkdtempSync(join(tmpdir(), 'assay-conclude-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const [scenario] = createFixtureRecord().scenarios
  if (scenario === undefined) throw new Error('the fixture holds no scenario')
  const record = createFixtureRecord([{ ...scenario, verdict }])
  const replayOf = { runId: record.runId, differences: [], ...(outcome ? { outcome } : {}) }
  return conclude({ ...record, provenance: { ...record.provenance, replayOf } }, [], IO, { directory })
}

test.each([
  ['failed', 'reproduced', 1],
  ['passed', 'passes now', 0],
  ['passed', 'differs', 3],
  ['failed', 'differs', 3],
  ['broken', 'differs', 2],
  ['broken', 'reproduced', 2],
] as const)('default: a replay that %s and %s ends with its code', (verdict, outcome, code) => {
  expect(concludeReplay(verdict, outcome)).toBe(code)
})
