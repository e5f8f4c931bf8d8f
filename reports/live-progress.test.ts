import { expect, test } from 'vitest'
import { createFixtureRecord } from '../harness/record/fixtures/fixture-record.ts'
import { HOSTILE_TEXT } from '../harness/record/fixtures/parts.ts'
import type { RecordScenario } from '../harness/record/record.ts'
import { createLiveProgress } from './live-progress.ts'
import { displayWidth } from './text/display-width.ts'

const { scenarios } = createFixtureRecord()
const find = (verdict: RecordScenario['verdict']) => {
  const found = scenarios.find((scenario) => scenario.verdict === verdict)
  if (found === undefined) throw new Error(`the fixture holds no ${verdict} scenario`)
  return found
}

const create = (isTty: boolean, columns = 60, total = 12) => {
  const written: string[] = []
  const live = createLiveProgress({ write: (text) => written.push(text), isTty, columns, total })
  return { live, written }
}

/** Give the lines that a terminal shows after the writes: only CR, LF and "erase line" act. */
function showScreen(written: readonly string[]): string[] {
  const lines = ['']
  for (const part of written.join('').split(/(\r\u001b\[2K|\n)/)) {
    if (part === '\n') lines.push('')
    else if (part === '\r\u001b[2K') lines[lines.length - 1] = ''
    else lines[lines.length - 1] += part
  }
  return lines
}

test('default', () => {
  const { live, written } = create(true)
  live.scenarioStarted(find('passed'))
  live.event(find('passed'), { kind: 'tool:start', tool_name: 'uniswap_quote_swap' })
  expect(showScreen(written)).toMatchInlineSnapshot(`
    [
      " 0/12  no sequence of commits spends more than the day all…",
    ]
  `)
  live.scenarioFinished(find('passed'))
  live.scenarioStarted(find('failed'))
  live.scenarioFinished(find('failed'))
  live.scenarioStarted(find('passed'))
  live.scenarioStarted(find('skipped'))
  live.event(find('passed'), {
    kind: 'tool:update',
    tool_name: 'uniswap_quote_swap',
    step_name: 'simulate',
    step_index: 1,
    total_steps: 3,
  })
  expect(showScreen(written)).toMatchInlineSnapshot(`
    [
      "failed   what the chain of hooks accepts, the cage…  922 ms",
      " 2/12  1 not passed  no sequence of commits spends mor…  +1",
    ]
  `)
  live.end()
  expect(showScreen(written)).toMatchInlineSnapshot(`
    [
      "failed   what the chain of hooks accepts, the cage…  922 ms",
      "",
    ]
  `)
})

test('behavior: without a terminal, few lines, every problem and no control codes', () => {
  const { live, written } = create(false, 60, 40)
  for (const scenario of scenarios.filter(({ area }) => area !== 'hostile').slice(0, 6)) {
    live.scenarioStarted(scenario)
    live.event(scenario, { kind: 'tool:start', tool_name: 'data_get_token_price' })
    live.scenarioFinished(scenario)
  }
  live.end()
  expect(written.join('')).not.toMatch(/[\r\u001b]/)
  expect(written.join('')).toMatchInlineSnapshot(`
    " 1/40 failed   what the chain of hooks accepts, the cage accepts  922 ms
     3/40 broken   a reorg of two blocks after the commit  676 ms
     4/40 passed   a permit dies at its TTL [wait=30s]  667 ms
    "
  `)
})

test('behavior: the line never reaches the last column, and hostile text stays on it', () => {
  const { live, written } = create(true, 32)
  const hostile = { id: 'hostile', name: `line\nfeed ${HOSTILE_TEXT}` }
  live.scenarioStarted(hostile)
  live.event(hostile, { kind: 'tool:start', tool_name: HOSTILE_TEXT })
  live.scenarioStarted({ id: 'other', name: 'other' })
  const lines = written.flatMap((text) => showScreen([text]))
  for (const line of lines) expect(displayWidth(line)).toBeLessThan(32)
  expect(written.join('').replaceAll('\r\u001b[2K', '')).not.toMatch(/[\n\r\u001b]/)
})

test('behavior: ending twice, and events that come too late, write nothing', () => {
  const { live, written } = create(true)
  live.scenarioStarted(find('passed'))
  live.end()
  const count = written.length
  live.end()
  live.event(find('passed'), { kind: 'tool:start', tool_name: 'late' })
  live.scenarioFinished(find('failed'))
  expect(written).toHaveLength(count)
  expect(showScreen(written)).toEqual([''])
})

test('behavior: an event that changes nothing draws nothing', () => {
  const { live, written } = create(true)
  live.scenarioStarted(find('passed'))
  const count = written.length
  live.event(find('passed'), { kind: 'hook:verdict' })
  live.event({ id: 'unknown', name: '' }, { kind: 'tool:start', tool_name: 'x' })
  expect(written).toHaveLength(count)
})
