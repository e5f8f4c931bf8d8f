import { expect, test } from 'vitest'
import { createLabelledRecord, FIXTURE_STANDINGS } from './fixtures/fixture-record.ts'
import type { RecordCall, RecordStep } from './record.ts'
import { describeStandIns, keepExercised, listStandIns } from './stand-ins.ts'

const { scenarios } = createLabelledRecord()
const keptBy = (step: Partial<RecordStep>) =>
  Object.keys(keepExercised(FIXTURE_STANDINGS, { scenarios: [{ steps: [step as RecordStep] }] }).protocols)

test('default: what no step exercised goes, the ground stays', () => {
  const { protocols, tools } = keepExercised(FIXTURE_STANDINGS, { scenarios })
  expect(Object.keys(protocols)).toEqual(['uniswap-v3', 'chainlink', 'model-yield', 'relay'])
  expect(Object.keys(tools)).toEqual(['uniswap_get_quote', 'model_stake_asset', 'relay_submit_intent'])
  expect(keptBy({})).toEqual(['chainlink'])
})

const inner: RecordCall = { target: null, calls: [{ target: null, protocol: 'relay' }] }
const lot = { protocol: 'relay', key: '0x', kind: 'held', units: '1', legs: [] }
test.each<[string, Partial<RecordStep>]>([
  ['planned', { plans: [{ permitId: '0x', stage: 'preview', tool: 'relay_submit_intent', calls: [] }] }],
  ['called', { plans: [{ permitId: '0x', stage: 'preview', tool: '', calls: [inner] }] }],
  ['sent to', { sent: [{ hash: '0x', nonce: 0, call: inner }] }],
  ['held before', { before: { timestampSeconds: '1', positions: [lot] } }],
  ['held after', { after: { timestampSeconds: '1', positions: [lot] } }],
  ['acted upon', { actions: [{ tick: 1, actionType: 'x', status: 'blocked', tool: 'relay_submit_intent' }] }],
])('behavior: a protocol that is %s is exercised', (_, step) => {
  expect(keptBy(step)).toEqual(['chainlink', 'relay'])
})

test('behavior: what coverage counts is exercised; what it asks for and nobody showed is labelled alone', () => {
  const key = (name: string, shown: number) => ({ key: `tool:${name}`, scenarios: shown })
  const keys = [key('relay_submit_intent', 2), key('cow_place_order', 0)]
  const { protocols, tools } = keepExercised(FIXTURE_STANDINGS, {
    scenarios: [],
    coverage: { keys, violations: [] },
  })
  expect(Object.keys(protocols)).toEqual(['chainlink', 'relay'])
  expect(Object.keys(tools)).toEqual(['relay_submit_intent', 'cow_place_order'])
})

test('behavior: models and services are told apart; a record that does not say says nothing', () => {
  const standIns = listStandIns(FIXTURE_STANDINGS)
  expect(standIns).toEqual({ models: ['chainlink', 'model-yield'], services: ['relay', 'cow'] })
  const across = { standing: 'published', standIn: 'relayers' } as const
  expect(listStandIns({ protocols: { across, relay: { standing: 'service' } } })).toEqual({
    models: [],
    services: ['relay', 'across (relayers)'],
  })
  expect(describeStandIns(standIns)).toBe('model contracts: chainlink, model-yield; stand-ins: relay, cow')
  expect(describeStandIns({ models: [], services: [] })).toBe('model contracts: none; stand-ins: none')
  expect(describeStandIns(listStandIns(undefined))).toBe('')
})
