import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byId } from '../../harness/record/by-id.ts'
import {
  createFixtureRecord,
  createLabelledRecord,
  createLargeRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { HOSTILE_TEXT } from '../../harness/record/fixtures/parts.ts'
import { createScenarios } from '../../harness/record/fixtures/scenarios.ts'
import type { RecordScenario } from '../../harness/record/record.ts'
import { shortenHash } from '../../reports/text/shorten-hash.ts'
import { ACTS, HASH } from './acts.ts'
import { launchChromium } from './browser.ts'
import { createReports, DESK, openReport, PHONE } from './open-report.ts'

const GATE = {
  baseline: 'reports/baseline.json',
  differences: [
    { measure: 'gas', scenario: ACTS.id, before: '300000', after: '336085', isWorse: true },
    {
      measure: 'verdict',
      scenario: 'scenarios/gone.yaml',
      before: 'failed',
      after: 'passed',
      isWorse: false,
    },
    { measure: 'coverage', before: '12', after: '1 new: </script>', isWorse: false },
  ],
} as const

const record = {
  ...createFixtureRecord([...createScenarios(), ACTS].sort(byId)),
  coverage: FIXTURE_COVERAGE,
  gate: GATE,
}
const failing = record.scenarios.find(({ area, verdict }) => area === 'permits' && verdict === 'failed')
const hashOf = ({ id }: RecordScenario) => `#/scenario/${encodeURIComponent(id).replaceAll('%2F', '/')}`

const exercised = { ...createFixtureRecord([ACTS]), coverage: FIXTURE_COVERAGE }

const reports = createReports()
const SOURCE = Array.from({ length: 20 }, (_, at) => `line of the file ${at + 1}`).join('\n')
const url = reports.write(record, {
  readSource: (file) => (file === failing?.file ? `${SOURCE}\n</script><b>\u202e` : undefined),
})
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  reports[Symbol.dispose]()
})

test('default', async () => {
  await using report = await openReport(browser, url)
  const { page } = report
  expect(await page.title()).toContain('broken · Assay run')
  expect(await page.locator('#list .row').count()).toBe(record.scenarios.length)
  // What failed comes first.
  expect(await page.locator('#list .row').first().getAttribute('class')).toBe('row failed')
  expect(await page.locator('#view-areas').isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Areas', exact: true }).click()
  await page.locator('#view-areas').waitFor()
  expect(await report.hash()).toBe('#/areas')
  expect(report.trouble).toEqual([])
})

test('behavior: labels stand beside names, and a filter finds a tool without its label', async () => {
  await using report = await openReport(browser, reports.write(createLabelledRecord()))
  const { page } = report
  expect(await page.locator('#view-scenarios .facts').first().textContent()).toContain(
    'model contracts: chainlink, model-yield; stand-ins: relay, cow',
  )
  await page.locator('#filter').fill('tool:model_stake_asset')
  await page.locator('#list .row').first().click()
  const step = page.locator('.step.failed').first()
  await step.waitFor()
  const text = await step.textContent()
  expect(text).toContain('model_stake_asset [model] at model-yield.staking [model]')
  expect(text).toContain('relay_submit_intent [service]')
  expect(report.trouble).toEqual([])
})

describe('filter', () => {
  const count = (keeps: (scenario: RecordScenario) => boolean) => record.scenarios.filter(keeps).length

  test('behavior: a verdict and words are in the address, and come back with it', async () => {
    await using report = await openReport(browser, url)
    const { page } = report
    await page.locator('#verdicts').getByRole('button', { name: 'failed' }).click()
    expect(await page.locator('#list .row').count()).toBe(count(({ verdict }) => verdict === 'failed'))
    await page.locator('#filter').fill('TTL dies')
    expect(await page.locator('#list .name').allTextContents()).toEqual([
      expect.stringContaining('a permit dies at its TTL'),
    ])
    expect(await report.hash()).toBe('#/?q=TTL+dies&verdict=failed')
    await page.reload()
    expect(await page.locator('#list .row').count()).toBe(1)
    expect(await page.locator('#filter').inputValue()).toBe('TTL dies')
    expect(await page.locator('#shown').textContent()).toBe(`1 of ${record.scenarios.length} shown`)
  })

  test('behavior: each term, a part of a path, a code, the beginning of a hash', async () => {
    await using report = await openReport(browser, url)
    const hasCode = ({ steps }: RecordScenario) =>
      steps.some(({ denial }) => denial?.code === 'PERMIT_EXPIRED')
    const hash = failing?.steps[2]?.transaction?.hash ?? ''
    const cases = {
      'round-trip-3': count(({ file }) => file.includes('round-trip-3')),
      'file:scripted/phases': count(({ area }) => area === 'phases'),
      'code:PERMIT_EXPIRED': count(hasCode),
      permit_expired: count(hasCode),
      'layer:phase': count(({ steps }) => steps.some(({ denial }) => denial?.layer === 'phase')),
      'layer:phase area:swap': 0,
      [hash]: count(({ steps }) => steps.some(({ transaction }) => transaction?.hash === hash)),
      [hash.slice(0, 20)]: count(({ steps }) => steps.some(({ transaction }) => transaction !== undefined)),
      [`0x${'cd'.repeat(9)}`]: 1,
      'verdict:failed': 0,
    }
    for (const [text, expected] of Object.entries(cases)) {
      await report.page.locator('#filter').fill(text)
      expect([text, await report.page.locator('#list .row').count()]).toEqual([text, expected])
      expect(await report.page.locator('#list .empty').count()).toBe(expected === 0 ? 1 : 0)
    }
  })
})

describe('scenario', () => {
  test('behavior: a failing one shows what was expected, what was found and the step', async () => {
    await using report = await openReport(browser, url, { hash: '#/?verdict=failed' })
    const { page } = report
    await page.getByRole('link', { name: /a permit dies at its TTL/ }).click()
    await page.locator('#view-scenario').waitFor()
    expect(await report.hash()).toBe(failing && hashOf(failing))
    const finding = page.locator('.finding')
    expect(await finding.locator('.expected dd').textContent()).toBe('denied by permit with PERMIT_EXPIRED')
    expect(await finding.locator('.found dd').textContent()).toContain('committed in block 22000014')
    expect(await page.locator('.replay code').textContent()).toBe(failing?.replay)
    expect(await page.locator('.source li').count()).toBe(21)
    expect(await page.locator('.source li.failed').allTextContents()).toEqual(['line of the file 14'])
    expect(await page.locator('.source li').last().textContent()).toBe('</script><b>\\u{202e}')
    await finding.getByRole('link', { name: 'step 3' }).click()
    await page.locator('#step-3 summary.step-head:focus').waitFor()
    expect(await page.locator('#step-3 .outcome .amount').first().getAttribute('title')).toBe(
      '-500000000 base units',
    )
    expect(await page.locator('.permits .state b').allTextContents()).toEqual(['committed', 'committed'])
    await page.getByRole('link', { name: 'All scenarios' }).click()
    await page.locator('#view-scenarios').waitFor()
    expect(await report.hash()).toBe('#/?verdict=failed')
    expect(report.trouble).toEqual([])
  })

  test('behavior: a denial shows which call was judged, on which numbers, and the chain before and after', async () => {
    await using report = await openReport(browser, url, { hash: hashOf(ACTS) })
    const { page } = report
    // The hook that rejected is told without asking.
    const exceeded = page.locator('#step-2 .hooks + details .disagrees')
    expect(await exceeded.isVisible()).toBe(true)
    expect(await exceeded.locator('th, td').allTextContents()).toEqual([
      'of the day with it',
      '1,050 USDC (1050000000 base units)',
      'at most 1,000 USDC exceeded',
      '',
    ])
    expect(await page.locator('#step-2 .denial td').first().textContent()).toContain('1,050 USDC')
    const [plan, sent, trace] = await page.locator('#step-1 .calls').all()
    expect(await plan?.locator('.call-head').first().textContent()).toBe('WETH.approve')
    expect(await plan?.locator('.values').first().innerText()).toContain('router')
    expect(await plan?.locator('.values .amount').getAttribute('title')).toBe('50000000000000000 base units')
    expect(await sent?.locator('.call-head').first().textContent()).toContain('cage.executewith 1 ETH')
    expect(await sent?.locator('.log').first().textContent()).toContain('WETH Approval')
    expect(await sent?.locator('.log').last().textContent()).toContain('Risk (3)')
    const held = await page.locator('#step-1 .outcome').last().locator('tr').allInnerTexts()
    expect(held.map((row) => row.replaceAll(/\s*\(-?\d+ base units\)\s*?(?=\t|$)|\n/g, ''))).toEqual([
      'Holding\tBefore\tAfter\tChange',
      'WETH\t20\t19.5\t−0.5',
      'WETH that router may take\t0\tany amount\t',
      `aave-v3 held ${shortenHash(HASH)}, shares 0.000000000000000006 WETH\t3\t5\t+2`,
    ])
    expect(await page.locator('.permits').innerText()).toContain('12 of 60 s')
    expect(await page.locator('#step-3').innerText()).toContain('Not reached: step 2 failed')
    // The way to what reverted is open, whatever else lies as deep is folded.
    expect(await trace?.locator('.reverted').innerText()).toContain('CapExceeded(WETH, 2, 1)')
    // Of forty calls before it two are shown.
    expect(await trace?.locator('.call').count()).toBe(3 + 1 + 2 + 1 + 2)
    const more = trace?.locator('.folded > details > summary')
    expect(await more?.allTextContents()).toEqual(['38 more calls'])
    await more?.click()
    // They are built once the browser has told of it, after the click.
    await trace?.locator('.folded .call').first().waitFor({ state: 'attached' })
    expect(await trace?.locator('.folded .call').count()).toBe(38)
    await trace?.locator('summary').first().click()
    expect(await trace?.locator('.reverted').isVisible()).toBe(false)
    expect(report.trouble).toEqual([])
  })

  test('behavior: the course of a scenario is a row for each thing that changed', async () => {
    await using report = await openReport(browser, url, { hash: hashOf(ACTS) })
    const rows = await report.page.locator('.course tbody tr').all()
    const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()))
    expect(cells).toEqual([
      ['Phase', 'thriving', 'cautious'],
      ['Chain time', '+1 s', '+61 s'],
      ['Spend window with the step, at most 1,000 USDC', '·', expect.stringContaining('1,050 USDC')],
    ])
    expect(await report.page.locator('.course .spark').count()).toBe(1)
  })

  test('behavior: a link leads to the same scenario in another run, and says so where it holds none', async () => {
    const other = reports.write(
      createFixtureRecord(record.scenarios.filter(({ area }) => area !== 'swap').toReversed()),
    )
    await using report = await openReport(browser, other, { hash: `${failing && hashOf(failing)}?step=3` })
    expect(await report.page.locator('#view-scenario h1').textContent()).toContain('a permit dies at its TTL')
    expect(await report.page.locator('#step-3 details').getAttribute('open')).toBe('')
    await report.go('#/scenario/scenarios/scripted/swap/round-trip-0.yaml')
    expect(await report.page.locator('#view-scenario h1').textContent()).toBe(
      'This run holds no such scenario',
    )
  })
})

test('behavior: of a file that is longer than its box the line that failed is in sight', async () => {
  if (failing === undefined) throw new Error('the fixture holds no scenario that fails')
  const [finding, ...findings] = failing.findings
  const far = {
    ...failing,
    steps: failing.steps.map((step) => ({ ...step, line: 100 + step.index })),
    findings: finding === undefined ? [] : [{ ...finding, line: 102 }, ...findings],
  }
  const text = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`).join('\n')
  await using report = await openReport(
    browser,
    reports.write(createFixtureRecord([far]), { readSource: () => text }),
    { hash: hashOf(far) },
  )
  const [row, box] = await Promise.all(
    ['.source li.failed', '.source'].map((place) => report.page.locator(place).first().boundingBox()),
  )
  if (!row || !box) throw new Error('the page shows no source')
  const inSight = row.y >= box.y && row.y + row.height <= box.y + box.height
  expect([inSight, report.trouble]).toEqual([true, []])
})

test('behavior: what a browser cannot unpack is said to be that', async () => {
  await using report = await openReport(browser, url)
  const { page } = report
  await page.evaluate('delete globalThis.DecompressionStream')
  await page.locator('#list .row a').first().click()
  await page.locator('#view-scenario h1').waitFor()
  expect(await page.locator('#view-scenario').innerText()).toContain('could not be unpacked')
  expect(await page.locator('#view-scenario').innerText()).toContain('run.json')
  expect(report.trouble).toEqual([])
})

test('behavior: keys lead to failures, to the filter and to their own list', async () => {
  await using report = await openReport(browser, url)
  const { page } = report
  const failed = record.scenarios.filter(({ verdict }) => verdict === 'failed')
  for (const scenario of failed) {
    await page.keyboard.press('n')
    expect(decodeURIComponent(await report.hash())).toBe(`#/scenario/${scenario.id}`)
  }
  await page.keyboard.press('p')
  expect(decodeURIComponent(await report.hash())).toBe(`#/scenario/${failed.at(-2)?.id}`)
  // From a scenario that is not in the list the last of it comes first.
  await report.go('#/?verdict=failed')
  await report.go(hashOf(record.scenarios.find(({ verdict }) => verdict === 'broken') as RecordScenario))
  await page.locator('#view-scenario h1').waitFor()
  await page.keyboard.press('p')
  expect(decodeURIComponent(await report.hash())).toBe(`#/scenario/${failed.at(-1)?.id}`)
  await page.keyboard.press('/')
  expect(await page.locator('#filter:focus').count()).toBe(1)
  await page.keyboard.type('n?')
  expect(await page.locator('#filter').inputValue()).toBe('n?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  expect(await page.locator('#help').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await page.locator('#help').isVisible()).toBe(false)
  await page.keyboard.press('t')
  await page.keyboard.press('t')
  expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('dark')
})

test('behavior: what a table counts leads to the scenarios that it counted', async () => {
  await using report = await openReport(browser, url, { hash: '#/areas' })
  await report.page.locator('#denials').getByRole('link', { name: 'spending-limiter' }).click()
  await report.page.locator('#view-scenarios').waitFor()
  expect(await report.hash()).toBe('#/?q=layer%3Aspending-limiter')
  expect(await report.page.locator('#list .row').count()).toBe(2)
})

test('behavior: a heat map leads to the scenarios of a cell, and says what was not exercised', async () => {
  await using report = await openReport(browser, reports.write(exercised), { hash: '#/coverage' })
  const { page } = report
  const cell = page.locator('.matrix td', { hasText: 'allowed' })
  expect(await cell.first().getAttribute('class')).toBe('number heat-4')
  expect(await page.locator('.matrix td.missing').first().textContent()).toBe('denied not exercised')
  expect(await page.locator('.missing-keys li').allTextContents()).toEqual([
    'committed>pending',
    'PERMIT_EXPIRED',
  ])
  await cell.first().getByRole('link').click()
  await page.locator('#view-scenarios').waitFor()
  expect(await report.hash()).toBe('#/?q=cell%3Athriving%2Frebalance%2Fallowed')
  expect(await page.locator('#list .name').allTextContents()).toEqual(['spend is summed over tokens'])
})

test('behavior: differences from the baseline lead to their scenarios, what got worse marked', async () => {
  await using report = await openReport(browser, url, { hash: '#/baseline' })
  const { page } = report
  const rows = await page.locator('.baseline tbody tr').all()
  expect(await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))).toEqual([
    ['gas worse', ACTS.id, '300,000', '336,085', '+36,085 (+12.0 %)'],
    ['verdict', 'scenarios/gone.yaml', 'failed', 'passed', ''],
    ['coverage', 'the run', '12', '1 new: </script>', ''],
  ])
  await page.getByRole('link', { name: ACTS.id }).click()
  expect(await page.locator('#view-scenario h1').textContent()).toBe('spend is summed over tokens')
})

test.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('behavior: no word or number of a difference from the baseline is broken in two on %s', async (_, viewport) => {
  const names = 'tool:uniswap_get_quote, code:ACCOUNT_UNREADABLE, cell:thriving/new-position/allowed'
  const long = { measure: 'coverage', before: '12', after: `3 new: ${names}`, isWorse: false } as const
  const gate = { ...GATE, differences: [...GATE.differences, long] }
  await using report = await openReport(browser, reports.write({ ...record, gate }), {
    viewport,
    hash: '#/baseline',
  })
  const broken = await report.page.locator('.baseline :is(th, .number)').evaluateAll((cells) =>
    cells.flatMap(({ firstChild, ownerDocument }) => {
      const text = firstChild?.textContent?.trim() ?? ''
      if (firstChild === null || text === '' || text.includes(' ')) return []
      const range = ownerDocument.createRange()
      range.selectNodeContents(firstChild)
      return range.getClientRects().length > 1 ? [text] : []
    }),
  )
  expect(broken).toEqual([])
})

test('behavior: on a phone the tab of what is shown is in sight', async () => {
  await using report = await openReport(browser, url, { viewport: PHONE, hash: '#/run' })
  const current = report.page.locator('.tabs [aria-current]')
  for (const hash of ['#/run', '#/', '#/measures']) {
    await report.go(hash)
    const box = await current.boundingBox()
    expect(box?.x, hash).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), hash).toBeLessThanOrEqual(PHONE.width)
  }
})

test('behavior: hostile text is shown, and does nothing', async () => {
  const huge = `</script><script>alert(1)</script>${'<img src=x onerror=alert(2)>'.repeat(40_000)}`
  const hostile = record.scenarios
    .filter(({ area }) => area === 'hostile')
    .map((scenario) => ({
      ...scenario,
      id: `${HOSTILE_TEXT}/${scenario.id}?#%2F%`,
      file: huge,
      area: '\u202eevil',
      findings: scenario.findings.map((finding) => ({ ...finding, law: huge, message: huge, frame: huge })),
      steps: scenario.steps.map((step) => ({ ...step, kind: huge, result: { [huge]: huge } })),
    }))
  await using report = await openReport(browser, reports.write(createFixtureRecord(hostile)))
  const { page } = report
  expect(await page.locator('#list .area').first().textContent()).toBe('\\u{202e}evil')
  await page.locator('#list .row.failed a').click()
  expect(await page.locator('#view-scenario h1').textContent()).toContain(
    '</script><script>alert(1)</script>',
  )
  expect(await page.locator('main img, main script').count()).toBe(0)
  for (const view of ['areas', 'measures', 'run']) await report.go(`#/${view}`)
  expect(report.trouble).toEqual([])
})

test('behavior: a run of two thousand scenarios opens at once, and its rows are built as they are reached', async () => {
  await using report = await openReport(browser, reports.write(createLargeRecord(2000)), { viewport: PHONE })
  const { page } = report
  expect(await page.locator('*').count()).toBeLessThan(2000)
  const rows = await page.locator('#list .row').count()
  expect(rows).toBeLessThan(400)
  await page.locator('#more').scrollIntoViewIfNeeded()
  await page.locator(`#list .row:nth-child(${rows + 1})`).waitFor()
  await page.locator('#filter').fill('load 1999')
  expect(await page.locator('#list .row').count()).toBe(1)
})

test.for([
  { viewport: DESK, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const)('behavior: axe finds nothing in any part of it at $viewport.width px, $colorScheme', async (options) => {
  await using report = await openReport(browser, url, options)
  const { page } = report
  await page.evaluate(axe.source)
  const parts = [
    hashOf(ACTS),
    '#/',
    '#/areas',
    '#/baseline',
    '#/coverage',
    '#/measures',
    '#/run',
    `${failing && hashOf(failing)}`,
    '#/scenario/none',
  ]
  for (const part of parts) {
    await report.go(part)
    await page.locator('h1:visible').waitFor()
    const { violations } = await page.evaluate<{ violations: axe.Result[] }>(
      "axe.run({ resultTypes: ['violations'] })",
    )
    expect(
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ part, id, html, failureSummary })),
      ),
    ).toEqual([])
  }
  // Nothing but what scrolls by itself is wider than the page.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width)
})
