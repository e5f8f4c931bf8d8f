import { expect, test } from 'vitest'
import { createFixtureRecord, createPassedRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { ANNOTATIONS_REPORTER } from './annotations.ts'

const { render } = ANNOTATIONS_REPORTER
const record = createFixtureRecord()

test('default', () => {
  const scenarios = record.scenarios.filter(({ area }) => area === 'phases' || area === 'faults')
  expect(render(createFixtureRecord(scenarios))).toMatchInlineSnapshot(`
    "::error file=scenarios/scripted/faults/reorg.yaml,title=RPC_TIMEOUT%3A a reorg of two blocks after the commit::anvil_reorg did not answer%0A  where:    step 3%0A  expected: an answer within 5000 ms%0A  found:    nothing%0A  do:       run it alone with --workers 1%0Areplay: ./bin/assay.mjs replay "scenarios/scripted/faults/reorg.yaml" --seed 42
    ::error file=scenarios/scripted/phases/new-position-terminal.yaml,line=11,title=expect.denied.layer%3A new positions are denied in terminal::another layer denied first; expected denied by phase with CLASS_NOT_ALLOWED; found denied by spending-limiter with LIMIT_PER_TRANSACTION%0Areplay: ./bin/assay.mjs replay "scenarios/scripted/phases/new-position-terminal.yaml" --seed 42"
  `)
})

test('behavior: nothing where everything passed', () => {
  expect(render(createPassedRecord())).toBe('')
})

test.each([
  ['failed', 'no finding was recorded'],
  ['flaky', 'the same seed and world came to another record'],
] as const)('behavior: what is %s is told, though no finding explains it', (verdict, message) => {
  const [scenario] = record.scenarios.filter((each) => each.verdict === 'failed')
  if (scenario === undefined) throw new Error('no failure')
  const unexplained = { ...scenario, verdict, findings: [] }
  expect(render(createFixtureRecord([unexplained]))).toContain(`title=${verdict}%3A `)
  expect(render(createFixtureRecord([unexplained]))).toContain(message)
})

test('behavior: no text ends its command, a property, or begins another command', () => {
  const [scenario] = record.scenarios.filter(({ verdict }) => verdict === 'failed')
  const [finding] = scenario?.findings ?? []
  if (scenario === undefined || finding === undefined) throw new Error('no finding')
  const text = 'a,file=b::c%0A\n::set-output name=x::y'
  const hostile = {
    ...scenario,
    name: text,
    file: text,
    findings: [{ ...finding, law: text, message: text, line: 3 }],
  }
  const lines = render(createFixtureRecord([hostile])).split('\n')
  expect(lines).toHaveLength(1)
  const [, properties = ''] = /^::error ([^:]*)::/.exec(lines[0] ?? '') ?? []
  expect(properties.split(',').map((each) => each.split('=')[0])).toEqual(['file', 'line', 'title'])
  expect(properties).toContain('file=a%2Cfile=b%3A%3Ac%250A%0A%3A%3Aset-output name=x%3A%3Ay')
})
