import { createColors } from 'picocolors'
import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  createPassedRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { displayWidth } from '../text/display-width.ts'
import { CONSOLE_REPORTER } from './console.ts'

const record = createFixtureRecord()
const { render } = CONSOLE_REPORTER
const only = (...areas: string[]) =>
  createFixtureRecord(record.scenarios.filter(({ area }) => areas.includes(area)))

test('default', () => {
  expect(render(only('permits', 'swap', 'faults', 'cage'))).toMatchInlineSnapshot(`
    "✗ cage     1 failed  922 ms
    ! faults   1 broken  676 ms
    ✗ permits  1 failed, 3 passed  3.33 s
    ✓ swap     6 passed  4.11 s

    FAILED what the chain of hooks accepts, the cage accepts
      at         scenarios/property/cage/subset.property.ts
      law        cage.accepts-what-hooks-accept
      message    after 37 cases and 12 shrinks
      expected   the cage executes every plan that the hooks allow
      found      reverted with CapExceeded(aUSDC, 1000000001, 1000000000)
      denied by  policy-cage · CAGE_REJECTED
      shrunk to  [{"phase":"thriving","commands":[{"kind":"supply","amountBaseUnits"
                 :"1000000001"}]}]
      replay     ./bin/assay.mjs replay "scenarios/property/cage/subset.property.ts" --seed 42

    BROKEN a reorg of two blocks after the commit
      at         scenarios/scripted/faults/reorg.yaml
      code       RPC_TIMEOUT
      message    anvil_reorg did not answer
                 where:    step 3
                 expected: an answer within 5000 ms
                 found:    nothing
                 do:       run it alone with --workers 1
      replay     ./bin/assay.mjs replay "scenarios/scripted/faults/reorg.yaml" --seed 42

    FAILED a permit dies at its TTL [wait=61s]
      at         scenarios/scripted/permits/ttl.yaml:14
      step       3 commit permit (thriving)
      law        expect.denied
      message    the commit was let through after the permit had expired
      expected   denied by permit with PERMIT_EXPIRED
      found      committed in block 22000014, spending 500 USDC
      replay     ./bin/assay.mjs replay "scenarios/scripted/permits/ttl.yaml#wait=61s" --seed 42

    BROKEN  12 scenarios: 2 failed, 1 broken, 9 passed  in 8.42 s
    seed 42  world 3f8a6c1d9b2e  digest 9671e9e547b7
    assumed: one provider alone is taken to be honest
    max loss 27,600.5 of 255,000 USDC in all
    worst of 1,010 attacks 94.1 % of its bound
    in test:full of 2025-12-30 at bc5ea79
    6,005 a day: key stolen; guardian honest
    27,600.5 a day: both keys stolen; owner honest"
  `)
})

test('behavior: a run in which everything passed is short', () => {
  expect(render(createPassedRecord())).toMatchInlineSnapshot(`
    "✓ limits   1 passed  345 ms
    ✓ permits  3 passed  2.33 s
    ✓ phases   3 passed  2.84 s
    ✓ swap     6 passed  4.11 s

    PASSED  13 scenarios: 13 passed  in 8.42 s
    seed 42  world 3f8a6c1d9b2e  digest f78e954b60a1
    assumed: one provider alone is taken to be honest
    max loss 27,600.5 of 255,000 USDC in all
    worst of 1,010 attacks 94.1 % of its bound
    in test:full of 2025-12-30 at bc5ea79
    6,005 a day: key stolen; guardian honest
    27,600.5 a day: both keys stolen; owner honest"
  `)
})

test('behavior: a finding without a layer names that of the denial at its step', () => {
  const text = render(only('hostile'))
  expect(text).toContain('denied by  tool · TOOL_THREW')
})

test('behavior: what is flaky is called so', () => {
  const flaky = record.scenarios
    .filter(({ verdict }) => verdict === 'failed')
    .slice(0, 1)
    .map((scenario) => ({ ...scenario, verdict: 'flaky' as const }))
  const text = render(createFixtureRecord(flaky))
  expect(text).toMatch(/^~ /m)
  expect(text).toContain('\nFLAKY ')
  expect(text).toContain('1 flaky')
})

test('behavior: a broken scenario without a reason and an empty run are printed too', () => {
  const bare = record.scenarios
    .filter(({ verdict }) => verdict === 'broken')
    .map(({ broken: _, ...scenario }) => scenario)
  expect(render(createFixtureRecord(bare))).toContain('no reason was recorded')
  expect(render(createFixtureRecord([]))).toContain('BROKEN  0 scenarios: none ran')
})

test.each([40, 80, 120])('behavior: nothing but a replay command is wider than %d columns', (columns) => {
  const lines = render(record, { columns }).split('\n')
  const wide = lines.filter((line) => displayWidth(line) > columns && !line.startsWith('  replay '))
  expect(wide).toEqual([])
})

test('behavior: colours come from the argument, and hostile text brings none', () => {
  expect(render(record)).not.toContain('\u001b')
  const coloured = render(record, { colors: createColors(true) })
  expect(coloured).toContain('\u001b[32m')
  expect(coloured).not.toContain('\u001b[31mred')
  expect(coloured).toContain('\\u{1b}[31mred')
})

test('behavior: every failure prints its replay command whole', () => {
  const text = render(record, { columns: 40 })
  for (const { verdict, replay } of record.scenarios) {
    if (verdict === 'failed' || verdict === 'broken') expect(text).toContain(replay)
  }
})

test('behavior: coverage names what was not exercised and what must never be seen', () => {
  const coverage = {
    ...FIXTURE_COVERAGE,
    keys: FIXTURE_COVERAGE.keys.filter(({ key }) => key.startsWith('cell:') || key.startsWith('hook:')),
  }
  const text = render({ ...createPassedRecord(), coverage })
  expect(text.slice(text.indexOf('COVERAGE'), text.indexOf('\n\nPASSED'))).toMatchInlineSnapshot(`
    "COVERAGE  50 %: 2 of 4 exercised, at least 95 % asked for
        must never be seen: cell:terminal/new-position/allowed
      phase × class         1/2
        not exercised: terminal/rebalance/denied
      hooks × verdicts      1/2
        not exercised: result-filter/allow-modified"
  `)
  expect(render({ ...record, coverage: FIXTURE_COVERAGE })).not.toContain('\u001b')
})
