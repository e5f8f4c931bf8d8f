import { expect, test } from 'vitest'
import type { ToolError } from '../../../tools/core/errors.ts'
import type { Observation } from '../../oracle/observer.ts'
import type { Stage } from '../../stage/stage.ts'
import { checkExpectations } from '../check-expectations.ts'
import { SCENARIO_CATALOGUE } from '../embedded-catalogue.ts'
import { parseScenarioFile } from '../parse-scenario.ts'
import { renderCodeFrame } from './code-frame.ts'

const SOURCE = `name: x
matrix: { case: [{ label: one, denied: { layer: phase } }] }
steps:
  - preview: { kind: wrap, amount: 1 ETH }
    name: first
    expect:
      observed: unchanged
      denied: { layer: halt }
  - expect: { denied: "\${case.denied}" }
`

/** Fail the expectation of every step: nothing was denied, or all by the same error. */
async function findingsOf(source: string, error?: ToolError) {
  const parsed = parseScenarioFile(source, 'x.yaml', SCENARIO_CATALOGUE)
  const [scenario] = 'scenarios' in parsed ? parsed.scenarios : []
  const observation = { contradictions: [], events: [], observed: [], error } as unknown as Observation
  const found = (scenario?.steps ?? []).map((step, index) =>
    checkExpectations(step, { observation }, { processes: { isDown: true } } as Stage, {
      index,
      waitedMs: 0,
      source: scenario?.source,
    }),
  )
  return (await Promise.all(found)).flat()
}

test('behavior: a finding stands where its expectation stands, with the lines around it', async () => {
  const [first, second] = await findingsOf(SOURCE)
  expect(first).toMatchObject({ law: 'expect.denied', line: 8, column: 7 })
  expect(`\n${first?.frame}`).toMatchInlineSnapshot(`
    "
       6 |     expect:
       7 |       observed: unchanged
    >  8 |       denied: { layer: halt }
         |       ^
       9 |   - expect: { denied: "\${case.denied}" }
      10 |"
  `)
  expect(second).toMatchObject({ line: 9, column: 15 })
})

test('behavior: a denial of what should commit stands where the commit is expected', async () => {
  const source = 'name: x\nsteps:\n  - act: { kind: wrap, amount: 1 ETH }\n    expect: { committed: true }\n'
  const error = { layer: 'halt', code: 'HALTED', shortMessage: 'halted' } as unknown as ToolError
  const [finding] = await findingsOf(source, error)
  expect(finding).toMatchObject({ law: 'expect.allowed', line: 4, column: 15 })
  expect(finding?.frame).toContain('> 4 |     expect: { committed: true }')
})

test('default: the first and the last line have what there is around them', () => {
  expect(renderCodeFrame('one\ntwo', { line: 1, column: 1 })).toBe('> 1 | one\n    | ^\n  2 | two')
  const long = `${'a'.repeat(400)}b`
  expect(renderCodeFrame(long, { line: 1, column: 401 })).toMatch(/^> 1 \| a{79}b\n {4}\| {80}\^$/)
})
