import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  createLargeRecord,
  createPassedRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { viewScenario } from '../viewer/scenario-view.ts'
import { HTML_REPORTER } from './html.ts'

const record = createFixtureRecord()
const page = HTML_REPORTER.render(record)
const readScript = (text: string) => /<script type="module">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''

test('default', () => {
  expect(page.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
  for (const { replay } of record.scenarios.filter(({ findings }) => findings.length > 0)) {
    expect(page).toContain(replay.replaceAll('"', '&quot;'))
  }
  expect(HTML_REPORTER.render(record)).toBe(page)
})

test('behavior: embedded data comes back as it went in', () => {
  const blocks = [...page.matchAll(/<script type="application\/json" id="d-\d+">([\s\S]*?)<\/script>/g)]
  expect(blocks).toHaveLength(record.scenarios.length)
  blocks.forEach(([, json = ''], index) => {
    const scenario = record.scenarios[index]
    expect(JSON.parse(json)).toEqual(scenario && viewScenario(scenario))
  })
})

test('behavior: hostile text opens no element and ends none', () => {
  expect(page).not.toContain('<script>')
  expect(page.match(/<script/g)).toHaveLength(record.scenarios.length + 1)
  expect(page.match(/<\/script/g)).toHaveLength(record.scenarios.length + 1)
  expect(page).not.toMatch(/<!--|(?!\n)[\p{Cc}\p{Cs}\u2028]/u)
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

test('behavior: a run in which everything passed has no findings', () => {
  const passed = HTML_REPORTER.render(createPassedRecord())
  expect(passed).not.toContain('id="findings"')
  expect(passed).toContain('all passed')
})

test('behavior: an empty run renders', () => {
  expect(HTML_REPORTER.render(createFixtureRecord([]))).toContain('0 scenarios')
})

test('behavior: a large run embeds all of its scenarios', () => {
  const large = HTML_REPORTER.render(createLargeRecord(500))
  expect(large.match(/<script type="application\/json"/g)).toHaveLength(500)
})

test('behavior: coverage is shown when it was asked for, and what was not exercised says so', () => {
  expect(page).not.toContain('id="coverage"')
  const covered = HTML_REPORTER.render({ ...record, coverage: FIXTURE_COVERAGE })
  expect(covered).toContain('5 of 9 exercised, at least 95 % asked for')
  expect(covered.match(/class="(number )?missing"/g)).toHaveLength(4)
  expect(covered).toContain('denied <small>not exercised</small>')
  expect(covered).toContain('Seen, and must never be: cell:terminal/new-position/allowed')
  expect(covered.match(/<script/g)).toHaveLength(record.scenarios.length + 1)
})
