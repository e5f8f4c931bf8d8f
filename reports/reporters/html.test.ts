import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  createPassedRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { FILTER_KEYS, viewEntry } from '../viewer/view/list-view.ts'
import { viewScenario } from '../viewer/view/scenario-view.ts'
import { HTML_REPORTER } from './html.ts'

const record = createFixtureRecord()
const page = HTML_REPORTER.render(record)
const ORDER = ['failed', 'flaky', 'broken', 'skipped', 'passed']
const SCRIPTS = 4
const readData = (id: string) =>
  new RegExp(`<script [^>]*id="${id}"[^>]*>(.*?)</script>`, 's').exec(page)?.[1] ?? ''
const readScript = (text: string) => /<script type="module">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''

test('default', () => {
  expect(page.startsWith('<!doctype html>\n<html lang="en" data-theme="auto">')).toBe(true)
  expect(HTML_REPORTER.render(record)).toBe(page)
})

test('behavior: embedded data comes back as it went in, and what went wrong comes first', () => {
  const ordered = record.scenarios.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  expect(JSON.parse(readData('run-data'))).toEqual({ keys: FILTER_KEYS, list: ordered.map(viewEntry) })
  const blocks = readData('scenario-data').split('\n')
  const lines = blocks.flatMap((block) => inflateRawSync(Buffer.from(block, 'base64')).toString().split('\n'))
  expect(lines.map((line) => JSON.parse(line))).toEqual(ordered.map((scenario) => viewScenario(scenario)))
})

test('behavior: no list of the worst is announced where nothing is above zero', () => {
  const exact = record.scenarios.map((scenario) => ({
    ...scenario,
    steps: scenario.steps.map((step) =>
      step.outcome ? { ...step, outcome: { ...step.outcome, errorBps: 0 } } : step,
    ),
  }))
  const announced = /median [^<]*; the farthest apart:<ol class="worst"><li>/
  expect(page).toMatch(announced)
  const shown = HTML_REPORTER.render(createFixtureRecord(exact))
  expect(shown).toContain('median 0 bps; none above that.')
  expect(shown).not.toMatch(announced)
})

test('behavior: hostile text opens no element and ends none', () => {
  expect(page).not.toContain('<script>')
  expect(page.match(/<script/g)).toHaveLength(SCRIPTS)
  expect(page.match(/<\/script/g)).toHaveLength(SCRIPTS)
  expect(page).not.toMatch(/<!--|(?!\n)[\p{Cc}\p{Cs}\u2028\u2029]/u)
})

test('behavior: the page asks the network for nothing, and only its own script may run', () => {
  expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
    /https?:|@import|url\(|<link (?!rel="icon" href="data:,")/,
  )
  const digest = createHash('sha256').update(readScript(page)).digest('base64')
  expect(page).toContain(`script-src &#39;sha256-${digest}&#39;`)
})

test('behavior: every id is given once, and every reference has its target', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of page.matchAll(/ (?:aria-controls|aria-labelledby|for)="([^"]+)"/g)) {
    expect(ids).toContain(id)
  }
})

test('behavior: a run in which everything passed says so', () => {
  expect(HTML_REPORTER.render(createPassedRecord())).toContain('all passed')
})

test('behavior: a run in which everything passed and that is worse than its baseline says why it failed', () => {
  const passed = createPassedRecord()
  const worse = { measure: 'gas', scenario: 'a', before: '1', after: '2', isWorse: true } as const
  const gate = { baseline: 'reports/baseline.json', differences: [worse] }
  const why = '<p>Baseline: 1 worse than reports/baseline.json.</p>'
  expect(HTML_REPORTER.render({ ...passed, gate })).toContain(why)
  const same = { ...gate, differences: [{ ...worse, isWorse: false }] }
  expect(HTML_REPORTER.render({ ...passed, gate: same })).not.toContain('<p>Baseline:')
})

test('behavior: an empty run renders', () => {
  expect(HTML_REPORTER.render(createFixtureRecord([]))).toMatch(/0 scenarios in [^:]+: none ran\./)
})

test('behavior: what did not run is listed', () => {
  const summary = { ...record.summary, total: record.scenarios.length + 1 }
  const text = HTML_REPORTER.render({ ...record, summary, notRun: ['scenarios/late.yaml#<b>'] })
  expect(text).toContain('1 scenario did not run and left no record.')
  expect(text).toContain('<li><code>scenarios/late.yaml#&lt;b&gt;</code></li>')
})

test('behavior: words are looked for in every reason as the list spells it', () => {
  const entries = record.scenarios.map((scenario) => viewEntry(scenario))
  const problems = entries.flatMap(({ problem, words }) => (problem ? [{ ...problem, words }] : []))
  expect(problems.length).toBeGreaterThan(1)
  for (const { text, words } of problems) expect(words).toContain(text.toLowerCase().slice(0, 300))
})

test('behavior: coverage is shown when it was asked for, and what was not exercised says so', () => {
  expect(page).not.toContain('id="coverage"')
  const covered = HTML_REPORTER.render({ ...record, coverage: FIXTURE_COVERAGE })
  expect(covered).toContain('5 of 9 exercised, at least 95 % asked for')
  expect(covered.match(/class="(number )?missing"/g)).toHaveLength(4)
  expect(covered).toContain('denied <small>not exercised</small>')
  expect(covered).toContain('Seen, and must never be: cell:terminal/new-position/allowed')
  expect(covered).toContain('<p>Coverage: expected at least 95 %, found 55.5 %; not exercised: ')
  expect(covered.match(/<script/g)).toHaveLength(SCRIPTS)
})
