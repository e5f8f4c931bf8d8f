import { expect, test } from 'vitest'
import { createPassedRecord } from '../../harness/record/fixtures/fixture-record.ts'
import type { RecordProvenance } from '../../harness/record/record.ts'
import { listExtent } from './describe-extent.ts'

const [first] = createPassedRecord().scenarios
const taken = first && [{ ...first, matrixCells: 20 }]

const extentOf = (options: RecordProvenance['options'], scenarios = taken) => {
  const record = createPassedRecord()
  return listExtent({
    provenance: { ...record.provenance, options },
    scenarios: scenarios ?? [],
  })
}

test('default: of a run of everything the share is said, and how to have all of it', () => {
  expect(extentOf({ bail: false })).toEqual([
    'shared out: 1 of 20 cells in 1 scenario; all of them with --thorough',
  ])
})

test('behavior: what was asked for alone is said as it is written', () => {
  const paths = ['scenarios/scripted/halt', 'a file.yaml#wait=60s']
  const options = { paths, filter: 'wait=60s', changed: 'main', shard: '1/4', lastFailed: true }
  expect(extentOf(options, [])).toEqual([
    'asked for: scenarios/scripted/halt "a file.yaml#wait=60s" --filter=wait=60s --changed=main --shard=1/4 --last-failed alone',
  ])
})

test('behavior: a part of a run is promised no whole by --thorough', () => {
  expect(extentOf({ shard: '1/4' })).toEqual([
    'asked for: --shard=1/4 alone',
    'shared out: 1 of 20 cells in 1 scenario',
  ])
})

test('behavior: a thorough run shares nothing out, whatever else it left out', () => {
  expect(extentOf({ thorough: true })).toEqual([])
  expect(extentOf({ thorough: true, filter: '\u001b[2J' })).toEqual([
    'asked for: --filter="\\u{1b}[2J" alone',
  ])
})
