import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  createLabelledRecord,
  FIXTURE_STANDINGS,
} from '../../harness/record/fixtures/fixture-record.ts'
import { viewScenario } from '../viewer/view/scenario-view.ts'
import { REPORTERS } from './index.ts'

const record = createLabelledRecord()
const coverage = { keys: [{ key: 'tool:model_stake_asset', scenarios: 0 }], violations: [] }
const OF_RUN = 'model contracts: chainlink, model-yield; stand-ins: relay, cow'
const OF_SCENARIO = 'model contracts: chainlink, model-yield; stand-ins: relay'

test.each(Object.values(REPORTERS))('behavior: $name says what is a model or a stand-in', ({ render }) => {
  const text = render(record, { columns: 200 })
  expect(text).toMatch(/chainlink[\s\S]{0,40}model-yield/)
  expect(text).toContain('relay')
  expect(render(createFixtureRecord())).not.toMatch(/chainlink|relay|stand-ins/)
})

test('behavior: the console labels names beside the line of the run', () => {
  const text = REPORTERS.console.render({ ...record, coverage }, { columns: 200 })
  expect(text).toContain(`\n${OF_RUN}\n`)
  expect(text).toMatch(/step {7}1 query model_stake_asset \[model\] at model-yield\.staking \[model\], then/)
  expect(text).toContain('not exercised: model_stake_asset [model]')
  expect(REPORTERS.quiet.render(record, { columns: 200 })).toContain(`\n${OF_RUN}`)
  expect(REPORTERS.verbose.render(record, { columns: 200 })).toContain('✗ 1 query model_stake_asset [model]')
})

test('behavior: JUnit says it of each suite and case, and labels names of a failure', () => {
  const xml = REPORTERS.junit.render(record)
  expect(xml).toContain('<property name="modelContracts" value="chainlink, model-yield"/>')
  expect(xml).toContain('<property name="standIns" value="relay"/>')
  expect(xml).toMatch(new RegExp(`<system-out>.*${OF_SCENARIO}</system-out>`))
  expect(xml).toContain('step:      1 query model_stake_asset [model] at')
})

test('behavior: SARIF and CTRF say it of the run and of each result', () => {
  const [run] = JSON.parse(REPORTERS.sarif.render(record)).runs
  expect(run.properties).toEqual({ modelContracts: ['chainlink', 'model-yield'], standIns: ['relay', 'cow'] })
  expect(run.results[0].properties).toMatchObject({
    modelContracts: ['chainlink', 'model-yield'],
    standIns: ['relay'],
  })
  const { environment, tests } = JSON.parse(REPORTERS.ctrf.render(record)).results
  expect(environment.extra.standIns).toBe(OF_RUN)
  expect(tests[0].extra.standIns).toBe(OF_SCENARIO)
  expect(tests[0].steps[0].name).toContain('model_stake_asset [model]')
})

test('behavior: Markdown, annotations and the record have the line or what it is made of', () => {
  expect(REPORTERS.markdown.render(record)).toContain(`\n${OF_RUN.replaceAll(':', '&#58;')}.\n`)
  expect(REPORTERS.annotations.render(record)).toContain(`%0A${OF_SCENARIO}`)
  expect(JSON.parse(REPORTERS.json.render(record)).standings).toEqual(FIXTURE_STANDINGS)
})

test('behavior: the page says it in its head, and each scenario where it names one', () => {
  const page = REPORTERS.html.render({ ...record, coverage })
  expect(page).toContain(`<dt>Labels</dt><dd>${OF_RUN}</dd>`)
  expect(page).toContain('<code>model_stake_asset [model]</code>')
  const [scenario] = record.scenarios
  if (scenario === undefined) throw new Error('the fixture has no scenario')
  const { facts, steps } = viewScenario(scenario, record.standings)
  expect(facts).toContainEqual({ name: 'Labels', value: OF_SCENARIO })
  expect(steps[0]?.facts).toContainEqual({
    name: 'Tools',
    value: 'uniswap_get_quote, model_stake_asset [model], relay_submit_intent [service]',
  })
  expect(steps[0]?.outcome?.rows[0]?.symbol).toContain('model-yield [model]')
})
