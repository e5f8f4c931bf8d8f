import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  createPassedRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { summarise } from '../../harness/record/summary.ts'
import { JUNIT_REPORTER } from './junit.ts'

const record = createFixtureRecord()
const xml = JUNIT_REPORTER.render(record)
const only = (area: string) =>
  JUNIT_REPORTER.render(createFixtureRecord(record.scenarios.filter((scenario) => scenario.area === area)))

const readAttributes = (tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag} ([^>]*)>`, 'g'))].map(([, text = '']) =>
    Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  )

test('default', () => {
  expect(only('phases')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="assay" tests="4" failures="1" errors="0" time="8.422">
      <testsuite name="phases" tests="4" failures="1" errors="0" skipped="0" time="4.010" timestamp="2026-01-01T12:00:00.000">
        <properties>
          <property name="seed" value="42"/>
          <property name="worldHash" value="3f8a6c1d9b2e4f7081a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708"/>
          <property name="digest" value="16902cc3dd44708d26ab1636e274aef62c6333c667f39880e7373ad82fd4dae4"/>
          <property name="assumptions" value="one provider alone is taken to be honest"/>
        </properties>
        <testcase name="new positions are denied in cautious" classname="phases.scenarios/scripted/phases/new-position-cautious.yaml" time="0.837">
          <system-out>seed 42, 2 steps, final block 22000021 0x7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a76cc623a9b, state 7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e913bd0bbe84f</system-out>
        </testcase>
        <testcase name="new positions are denied in defensive" classname="phases.scenarios/scripted/phases/new-position-defensive.yaml" time="1.414">
          <system-out>seed 42, 2 steps, final block 22000022 0x7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a776a99b44c, state 7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e913c6ef36200</system-out>
        </testcase>
        <testcase name="new positions are denied in survival" classname="phases.scenarios/scripted/phases/new-position-survival.yaml" time="0.591">
          <system-out>seed 42, 2 steps, final block 22000023 0x7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7808d12dfd, state 7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e913d0d2adbb1</system-out>
        </testcase>
        <testcase name="new positions are denied in terminal" classname="phases.scenarios/scripted/phases/new-position-terminal.yaml" time="1.168">
          <failure message="expect.denied.layer: another layer denied first" type="expect.denied.layer">expect.denied.layer at scenarios/scripted/phases/new-position-terminal.yaml:11
    step:      2 preview supply 400 USDC to Aave (terminal)
    message:   another layer denied first
    expected:  denied by phase with CLASS_NOT_ALLOWED
    found:     denied by spending-limiter with LIMIT_PER_TRANSACTION
    denied by: spending-limiter LIMIT_PER_TRANSACTION

    replay: ./bin/assay.mjs replay &quot;scenarios/scripted/phases/new-position-terminal.yaml&quot; --seed 42</failure>
          <system-out>seed 42, 2 steps, final block 22000024 0x7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a78a708a7ae, state 7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e913dab625562</system-out>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `)
})

test('behavior: counts of suites add up to those of the run', () => {
  const [root] = readAttributes('testsuites')
  const suites = readAttributes('testsuite')
  for (const name of ['tests', 'failures', 'errors']) {
    const sum = suites.reduce((total, suite) => total + Number(suite[name]), 0)
    expect(sum, name).toBe(Number(root?.[name]))
  }
  expect(readAttributes('testcase')).toHaveLength(record.scenarios.length)
})

test('behavior: what an interrupted run did not reach is skipped, and counts', () => {
  const incomplete = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' } as const
  const { scenarios } = createPassedRecord()
  const summary = summarise(scenarios, scenarios.length + 49, { incomplete })
  const text = JUNIT_REPORTER.render({ ...createPassedRecord(), incomplete, summary })
  expect(text).toContain(`<testsuites name="assay" tests="${summary.total + 1}" failures="0" errors="1" `)
  expect(text).toContain('<testsuite name="run" tests="50" failures="0" errors="1" skipped="49">')
  expect(text.match(/<testcase /g)).toHaveLength(summary.total + 1)
  expect(text.match(/<skipped\/>/g)).toHaveLength(49)
  expect(text).toContain('<testcase name="not reached 49" classname="run">')
  const named = { ...createPassedRecord(), incomplete, summary, notRun: ['scenarios/a.yaml#x=1'] }
  expect(JUNIT_REPORTER.render(named)).toContain('<testcase name="scenarios/a.yaml#x=1" classname="run">')
})

test('behavior: each problem of the run as a whole has a name of its own', () => {
  const differences = [
    { measure: 'coverage', before: '2', after: '1 not exercised: x', isWorse: true },
    ...['a', 'b'].flatMap((scenario) =>
      (['gas', 'verdict'] as const).map((measure) => ({
        measure,
        scenario,
        before: '1',
        after: '2',
        isWorse: true,
      })),
    ),
  ] as const
  const coverage = { ...FIXTURE_COVERAGE, violations: ['cell:a', 'cell:b'] }
  const text = JUNIT_REPORTER.render({
    ...createPassedRecord(),
    coverage,
    gate: { baseline: 'b', differences },
  })
  const names = [...text.matchAll(/<testcase name="([^"]*)" classname="run"/g)].map(([, name]) => name)
  expect(names).toEqual([
    'coverage: cell:a',
    'coverage: cell:b',
    'coverage',
    'baseline: coverage',
    'baseline: gas of a',
    'baseline: verdict of a',
    'baseline: gas of b',
    'baseline: verdict of b',
  ])
})

test('behavior: of two chains each has its final block', () => {
  const [scenario] = record.scenarios
  const beside = { chain: 'base', finalBlock: { number: '7', hash: '0xab' } }
  const text = JUNIT_REPORTER.render(createFixtureRecord(scenario ? [{ ...scenario, beside }] : []))
  expect(text).toMatch(/, final block \d+ 0x\w+, final block 7 0xab on base, state /)
})

test('behavior: broken is an error, skipped is skipped', () => {
  expect(only('faults')).toContain('<error message="anvil_reorg did not answer" type="RPC_TIMEOUT">')
  expect(only('hostile')).toContain('<skipped/>')
})

test('behavior: what is flaky is a failure', () => {
  const flaky = record.scenarios
    .filter(({ verdict }) => verdict === 'failed')
    .slice(0, 1)
    .map((scenario) => ({ ...scenario, verdict: 'flaky' as const }))
  const text = JUNIT_REPORTER.render(createFixtureRecord(flaky))
  for (const element of ['<testsuites name="assay"', '<testsuite name="\\S+"'])
    expect(text).toMatch(new RegExp(`${element} tests="1" failures="1" errors="0"`))
  expect(text).toContain('<failure ')
})

test('behavior: every failure and error holds its replay command', () => {
  const bodies = [...xml.matchAll(/<(failure|error) [^>]*>([^<]*)</g)].map(([, , body]) => body)
  expect(bodies).toHaveLength(5)
  for (const body of bodies)
    expect(body).toMatch(/\n\nreplay: \.\/bin\/assay\.mjs replay &quot;.*&quot; --seed 42$/)
})

test('behavior: no character that XML cannot hold, and every element is closed', () => {
  expect(xml).not.toMatch(/[^\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  expect(xml.match(/&(?!amp;|lt;|gt;|quot;|#10;)/g)).toBeNull()
  const open: string[] = []
  for (const [, closing, name = '', empty] of xml.matchAll(/<(\/?)([a-z-]+)(?: [\w-]+="[^"<]*")*(\/?)>/g)) {
    if (closing) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name)
  }
  expect(open).toEqual([])
})

test('behavior: however much a scenario says, it says how to replay it', () => {
  const [scenario] = record.scenarios.filter(({ verdict }) => verdict === 'failed')
  const [finding] = scenario?.findings ?? []
  if (scenario === undefined || finding === undefined) throw new Error('no finding')
  const findings = Array.from({ length: 50 }, () => ({ ...finding, frame: 'x'.repeat(10_000) }))
  const render = (name: string) =>
    JUNIT_REPORTER.render(createFixtureRecord([{ ...scenario, name, findings }]))
  expect(render('short')).toMatch(/… \([\d,]+ more characters\)\n\n(shrunk to: .+\n\n)?replay: .+<\/failure>/)
  expect(render('long'.repeat(250_000)).length).toBeLessThan(30_000)
})

test('behavior: what keeps the run as a whole from passing is a case of its own', () => {
  const part = { ...createPassedRecord(), coverage: { ...FIXTURE_COVERAGE, violations: [] } }
  const text = JUNIT_REPORTER.render(part)
  expect(text).toContain('<testsuite name="run" tests="1" failures="1" errors="0">')
  expect(text).toContain('<failure message="expected at least 95 %, found')
  expect(text).toMatch(/<testsuites name="assay" tests="14" failures="1" errors="0"/)
})
