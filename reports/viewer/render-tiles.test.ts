import { expect, test } from 'vitest'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { commit } from '../../harness/record/fixtures/parts.ts'
import { renderPlots } from './render-plots.ts'
import { renderTiles } from './render-tiles.ts'

test('behavior: a run of more writes than a call has room for is counted and drawn', () => {
  const [scenario] = createFixtureRecord().scenarios.filter(({ verdict }) => verdict === 'passed')
  const write = commit(0, 29)
  const steps = Array.from({ length: 200_000 }, () => write)
  const record = createFixtureRecord()
  const many = { ...record, scenarios: scenario ? [{ ...scenario, steps }] : [] }
  expect(renderTiles(many).markup).toContain('<span class="figure">29<small> bps</small></span>')
  expect(renderPlots(many).markup).toContain('200,000 writes, median 29 bps')
})
