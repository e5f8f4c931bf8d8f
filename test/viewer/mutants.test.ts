import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE_TEXT } from '../../harness/record/fixtures/parts.ts'
import type { MutantVerdict, MutationRecord, RecordMutant } from '../../harness/record/mutation.ts'
import { renderMutation } from '../../reports/viewer/render-mutation.ts'
import { launchChromium } from './browser.ts'
import { openReport, PHONE } from './open-report.ts'

const KILLED: MutantVerdict = { kind: 'killed', by: 'scenarios/permit-ttl.yaml', assertion: 'expect.denied' }
const mutant = (
  id: string,
  layer: string,
  verdict: MutantVerdict,
  more: Partial<RecordMutant> = {},
): RecordMutant => ({
  mutant: {
    id,
    fault: `the fault ${id}`,
    layer,
    violates: ['I7'],
    isControl: false,
    edits: [{ file: `tools/safety/${layer}.ts` }],
  },
  verdict,
  durationMs: 1_500,
  ...more,
})
const survived: MutantVerdict = {
  kind: 'survived',
  asked: { scenarios: 12, properties: 1, testFiles: ['a.test.ts'] },
}
const control = mutant('c1', 'permit', survived)

const record: MutationRecord = {
  mutationVersion: 1,
  startedAt: '2026-11-23T17:00:00.000Z',
  gitCommit: 'a'.repeat(40),
  isDirty: true,
  codeHash: 'b'.repeat(64),
  worldHash: 'c'.repeat(64),
  listed: 6,
  planned: 6,
  mutants: [
    mutant('m1', 'permit', KILLED, { alone: KILLED }),
    mutant('m2', 'rate-limiter', survived),
    mutant('m3', 'permit', { kind: 'timed-out', at: HOSTILE_TEXT }),
    { ...control, mutant: { ...control.mutant, isControl: true } },
  ],
  layers: [{ layer: 'permit', verdict: KILLED }],
  incomplete: { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' },
}

const directory = mkdtempSync(join(tmpdir(), 'assay-mutants-page-'))
const path = join(directory, 'mutants.html')
const url = pathToFileURL(path).href
let browser: Browser
beforeAll(async () => {
  writeFileSync(path, renderMutation(record))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  rmSync(directory, { recursive: true })
})

test('default: a row a mutant, who killed it, and what did not end as it has to', async () => {
  await using report = await openReport(browser, url)
  const { page } = report
  expect(await page.locator('h1').innerText()).toBe('2 mutants did not end as it has to')
  expect(await page.locator('.mutants tbody tr').count()).toBe(4)
  expect(await page.locator('.mutants .worse th').allInnerTexts()).toEqual(['m2', 'm3'])
  expect(await page.locator('.mutants tbody tr').first().innerText()).toContain(
    'scenarios/permit-ttl.yaml: expect.denied',
  )
  expect(await page.locator('.mutants tbody tr').nth(1).innerText()).toContain(
    '12 scenarios, 1 property, a.test.ts',
  )
  expect(await page.locator('main').innerText()).toContain('interrupted by SIGINT; 2 mutants not judged')
  expect(report.trouble).toEqual([])
})

test('behavior: words and terms filter the rows, and the filter is in the address', async () => {
  await using report = await openReport(browser, url)
  const { page } = report
  const listed = () => page.locator('.mutants tbody tr:not([hidden]) th').allInnerTexts()
  await page.locator('#filter').fill('layer:permit verdict:killed')
  expect(await listed()).toEqual(['m1'])
  expect(await page.locator('#shown').innerText()).toBe('1 of 4 shown')
  expect(decodeURIComponent(await report.hash())).toBe('#layer:permit verdict:killed')
  await page.getByRole('button', { name: 'survived' }).click()
  expect(await listed()).toEqual(['m2', 'c1'])
  await report.go('#fault%20m3')
  expect(await listed()).toEqual(['m3'])
  await page.locator('#filter').fill('')
  expect(await listed()).toHaveLength(4)
  await page.locator('#filter').fill('m1')
  await page.locator('.skip').press('Enter')
  expect(await page.locator('#main:focus').count()).toBe(1)
  expect(await listed()).toEqual(['m1'])
  // What is no text of an address is looked for as it is.
  await report.go('#100%')
  expect(await page.locator('#filter').inputValue()).toBe('100%')
  await page.reload()
  expect(await listed()).toEqual([])
  expect(report.trouble).toEqual([])
})

test('behavior: a page of a part says of how many', async () => {
  expect(renderMutation({ ...record, listed: 2_000 })).toContain(
    '4 seeded faults judged of the 2,000 that are listed, one',
  )
  expect(renderMutation(record)).toContain('4 seeded faults judged, one')
})

test('behavior: what was not judged has not ended as it has to', async () => {
  expect(renderMutation({ ...record, mutants: [], planned: 3 })).toContain('<h1>None was judged</h1>')
  const judged = record.mutants.slice(0, 1)
  expect(renderMutation({ ...record, mutants: judged, planned: 3 })).toContain(
    '<h1>All that were judged ended as they have to</h1>',
  )
})

test.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: PHONE }],
] as const)('behavior: axe finds nothing serious, and nothing is wider than the screen: %s', async (_, options) => {
  await using report = await openReport(browser, url, options)
  const { page } = report
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id }) => id)).toEqual([])
  const wider = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  expect(wider).toBe(false)
})
