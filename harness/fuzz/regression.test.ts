import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { HarnessError } from '../errors.ts'
import { SCENARIO_CATALOGUE } from '../scenario/embedded-catalogue.ts'
import { parseScenarioFile } from '../scenario/parse-scenario.ts'
import type { FoundBy } from '../scenario/scenario.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { listDefaultSettings } from '../schedule/default-settings.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { stepsOf } from './case-steps.ts'
import { assertSettings, writeRegression } from './regression.ts'

const SETTINGS = listDefaultSettings(EMBEDDED_BOOK)
const FOUND: FoundBy = {
  property: 'authority',
  seed: '7',
  case: 57,
  law: 'expect.denied',
  layer: 'permit',
  code: 'PERMIT_EXPIRED',
  settings: SETTINGS,
}
const DOCUMENT: ScenarioDocument = {
  name: 'a drawn case',
  phase: 'cautious',
  limits: { perTransaction: '100 USDC' },
  steps: [
    { preview: { kind: 'transfer', token: 'USDC', recipient: 'recipient', amount: '5 USDC' }, as: 'p1' },
    { advance: '60s' },
    { commit: '${p2}' },
    { commit: '${p1}', expect: { audit: 'intact' } },
  ],
}
const REPORT = {
  body: { findings: [{ message: 'commit: expected denied, found allowed' }] },
  expectations: [{ allowed: true }, {}, undefined, { denied: { layer: 'permit', code: 'PERMIT_EXPIRED' } }],
  verdicts: ['allowed', 'environment', 'not-applicable', 'allowed'],
} as unknown as CaseReport

const write = (found = FOUND) => writeRegression(DOCUMENT, REPORT, found)

test('default: a scenario file that expects what the model said and knows what it was found with', () => {
  const { text, fileName } = write()
  const parsed = parseScenarioFile(text, fileName, SCENARIO_CATALOGUE)
  expect(parsed).toMatchObject({ scenarios: [{ found: FOUND }] })
  expect(parse(text).steps).toEqual([
    { ...stepsOf(DOCUMENT)[0], expect: { allowed: true } },
    { advance: '60s' },
    { commit: '${p1}', expect: { audit: 'intact', denied: { layer: 'permit', code: 'PERMIT_EXPIRED' } } },
  ])
  expect(fileName).toMatch(/^expect-denied-[0-9a-f]{8}\.yaml$/)
})

test('behavior: the same failing case has the same name, whichever seed found it', () => {
  expect(write({ ...FOUND, seed: '8', case: 3 }).fileName).toBe(write().fileName)
  expect(write({ ...FOUND, code: 'PERMIT_UNKNOWN' }).fileName).not.toBe(write().fileName)
})

test('behavior: settings that are the same are no reason to refuse', () => {
  expect(() => assertSettings(FOUND, SETTINGS, 'x.yaml')).not.toThrow()
})

test('error: SETTINGS_CHANGED shows the difference and the way out', () => {
  const { model: _, ...rest } = SETTINGS
  const changed = { ...rest, permitTtlSeconds: '90', newLimit: '1' }
  const error = (() => {
    try {
      assertSettings(FOUND, changed, 'scenarios/regressions/x.yaml')
    } catch (cause) {
      return cause as HarnessError
    }
    throw new Error('not refused')
  })()
  expect(error.code).toBe('SETTINGS_CHANGED')
  expect(error.message).toMatchInlineSnapshot(`
    "a kept failure was found with other settings
      where:    scenarios/regressions/x.yaml
      expected: model 3, newLimit (none), permitTtlSeconds 60
      found:    model (none), newLimit 1, permitTtlSeconds 90
      do:       say in the file what it needs of these (limits: …, policy: …), check that it still shows the failure where the defect is, and put the new values into found.settings; or delete it and run \`./bin/assay.mjs fuzz --property authority --seed 7\` anew"
  `)
})

test('error: SCENARIO_INVALID for what was found with something unknown', () => {
  const { text } = write({ ...FOUND, layer: 'permits' })
  const parsed = parseScenarioFile(text.replace('case: 57', 'case: -1'), 'x.yaml', SCENARIO_CATALOGUE)
  expect('problems' in parsed && parsed.problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('at least 0')]),
  )
})
