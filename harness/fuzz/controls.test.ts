import { expect, test } from 'vitest'
import type { RecordScenario, RecordVerdict } from '../record/record.ts'
import { summarise } from '../record/summary.ts'
import { assertControls, CANARY, CANARY_ID, GOLD_ID } from './controls.ts'

const probe = (canary: RecordVerdict, gold: RecordVerdict) => {
  const scenario = (id: string, verdict: RecordVerdict) =>
    ({
      id,
      verdict,
      findings: verdict === 'failed' ? [{ law: 'expect.denied', message: 'allowed' }] : [],
    }) as unknown as RecordScenario
  const scenarios = [scenario(CANARY_ID, canary), scenario(GOLD_ID, gold)]
  return { scenarios, summary: summarise(scenarios) }
}
const REPORT = `FAILED ${CANARY.name}`

test('default: the canary fails, the gold case passes, and the report says so', () => {
  expect(() => assertControls(probe('failed', 'passed'), REPORT)).not.toThrow()
})

test.each([
  ['a canary that stays silent', probe('passed', 'passed'), REPORT],
  ['a canary that could not be run', probe('broken', 'passed'), REPORT],
  ['a gold case with a finding', probe('failed', 'failed'), REPORT],
  ['a report without the canary', probe('failed', 'passed'), 'PASSED'],
])('error: CONTROL_FAILED for %s', (_, record, report) => {
  expect(() => assertControls(record, report)).toThrowError(
    expect.objectContaining({ code: 'CONTROL_FAILED' }),
  )
})
