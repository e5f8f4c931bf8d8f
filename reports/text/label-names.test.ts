import { expect, test } from 'vitest'
import { createLabelledRecord, FIXTURE_STANDINGS } from '../../harness/record/fixtures/fixture-record.ts'
import type { RecordScenario } from '../../harness/record/record.ts'
import { createLabel, labelScenario } from './label-names.ts'

const label = createLabel(FIXTURE_STANDINGS)

test.each([
  ['query model_stake_asset', 'query model_stake_asset [model]'],
  ['relay_submit_intent, uniswap_get_quote', 'relay_submit_intent [service], uniswap_get_quote'],
  ['model-yield: the keeper', 'model-yield [model]: the keeper'],
  ['on model-yield.staking.', 'on model-yield.staking [model].'],
  ['no-model-yield my_model_stake_asset relays', 'no-model-yield my_model_stake_asset relays'],
])('behavior: %s', (text, labelled) => {
  expect(label(text)).toBe(labelled)
  expect(createLabel(undefined)(text)).toBe(text)
})

test('default: every place of a scenario that names one is labelled, and nothing else changes', () => {
  const [scenario] = createLabelledRecord().scenarios as [RecordScenario]
  const [step] = scenario.steps
  if (step?.outcome?.positions === undefined) throw new Error('the fixture has no position')
  const lots = [{ protocol: 'model-yield', key: '0x', kind: 'held', units: '1', legs: [] }]
  const worth = [
    {
      ...step.outcome.positions[0],
      symbol: 'A',
      token: '0x',
      decimals: 0,
      expectedBaseUnits: '1',
      actualBaseUnits: '1',
      observedBaseUnits: '1',
    } as never,
  ]
  const full: RecordScenario = {
    ...scenario,
    names: { '0x01': 'model-yield.staking', '0x02': 'cage' },
    steps: [
      {
        ...step,
        plans: [{ permitId: '0x', stage: 'preview', tool: 'model_stake_asset', calls: [] }],
        actions: [{ tick: 1, actionType: 'x', status: 'blocked', tool: 'model_stake_asset' }],
        outcome: { ...step.outcome, worth },
        before: { timestampSeconds: '1', positions: lots },
        after: { timestampSeconds: '2', positions: lots },
      },
    ],
  }
  const labelled = labelScenario(full, label)
  expect(labelled).toMatchObject({
    names: { '0x01': 'model-yield.staking [model]', '0x02': 'cage' },
    steps: [
      {
        title: 'query model_stake_asset [model] at model-yield.staking [model], then uniswap_get_quote',
        tools: ['uniswap_get_quote', 'model_stake_asset [model]', 'relay_submit_intent [service]'],
        plans: [{ tool: 'model_stake_asset [model]' }],
        actions: [{ tool: 'model_stake_asset [model]' }],
        outcome: {
          positions: [{ protocol: 'model-yield [model]' }],
          worth: [{ protocol: 'model-yield [model]' }],
        },
        before: { positions: [{ protocol: 'model-yield [model]' }] },
        after: { positions: [{ protocol: 'model-yield [model]' }] },
      },
    ],
  })
  expect(JSON.parse(JSON.stringify(labelled).replaceAll(/ \[(model|service)\]/g, ''))).toEqual(full)
})
