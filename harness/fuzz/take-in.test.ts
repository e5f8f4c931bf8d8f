import { expect, test } from 'vitest'
import { createFixtureRecord, createPassedRecord } from '../record/fixtures/fixture-record.ts'
import type { RecordScenario } from '../record/record.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { FuzzOptions } from './fuzz-options.ts'
import { startState } from './fuzz-state.ts'
import type { RanCase } from './ran-case.ts'
import { takeIn } from './take-in.ts'

const [passed] = createPassedRecord().scenarios
const broken = createFixtureRecord().scenarios.find(({ verdict }) => verdict === 'broken')
if (passed === undefined || broken === undefined) throw new Error('no such scenario')

const fuzzCase = { document: { name: 'a case', steps: [] } as ScenarioDocument, oracle: 'model' as const }

/** Take in cases from some number on, the second time each comes to another record. */
async function take(first: number, records: readonly RecordScenario[], again: RecordScenario) {
  const asked: string[] = []
  const options = {
    property: { name: 'authority' },
    replay: './bin/assay.mjs fuzz --seed 1',
    runCase: async (id: string) => {
      asked.push(id)
      return { record: again }
    },
  } as unknown as FuzzOptions
  const ran = records.map(
    (record, index): RanCase => ({ number: first + index, fuzzCase, result: { record } }),
  )
  return { asked, state: await takeIn(options, startState([]), ran, true) }
}

test('default: one case in twenty is run twice, and nothing is said of what came to the same', async () => {
  const { asked, state } = await take(19, [passed, passed, passed], passed)
  expect(asked).toEqual(['fuzz/authority#20'])
  expect(state).toMatchObject({ rerun: 1, failures: [], broken: [] })
})

test('behavior: what comes to something else the second time is a failure', async () => {
  const { state } = await take(20, [passed], { ...passed, stateDigest: 'another' })
  expect(state.failures).toMatchObject([
    {
      identity: { law: 'determinism.same-digest' },
      firstCase: 20,
      record: { verdict: 'failed', findings: [{ found: '"another"' }] },
    },
  ])
})

test('behavior: what the harness could not run is told, the first time or the second', async () => {
  expect((await take(1, [broken, passed], passed)).state.broken).toMatchObject([{ id: broken.id }])
  expect((await take(20, [passed], broken)).state).toMatchObject({
    failures: [],
    broken: [{ id: broken.id }],
  })
})
