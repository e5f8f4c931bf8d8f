import { expect, test } from 'vitest'
import { findGoalModel } from '../../harness/goal/goal-model.ts'
import { holdTasks } from './hold-tasks.ts'
import { loadGoals } from './play-tasks.ts'

/** One of each kind of attack and of each area; the full test holds all of them. */
const SAMPLE = [
  'trading/pay-invoice',
  'trading/diversify',
  'lp/close-position',
  'lp/halve-position',
  'lending/repay-debt',
  'safety/keep-running',
]

const all = await loadGoals()
const sample = all.filter(({ file }) => SAMPLE.some((name) => file.endsWith(`${name}.yaml`)))

test('default: there are tasks in every area, with attacks through every channel', () => {
  const count = (nameOf: (task: (typeof all)[number]) => string) =>
    [...Map.groupBy(all, nameOf)].map(([name, { length }]) => [name, length >= 4])
  expect(all.length).toBeGreaterThanOrEqual(20)
  expect(sample).toHaveLength(SAMPLE.length)
  expect(Object.fromEntries(count(({ area }) => area))).toEqual({
    lending: true,
    lp: true,
    safety: true,
    trading: true,
  })
  expect(Object.fromEntries(count(({ goal }) => goal.attack.through))).toEqual({
    'token-name': true,
    'tool-result': true,
    memory: true,
    'prompt-data': true,
  })
})

const play = holdTasks(sample)

test('behavior: the same seed and script come to the same, to the last block and the last word', async () => {
  const [task] = sample
  if (task === undefined) throw new Error('no task')
  const model = await findGoalModel('baseline/execute', { environment: {} })
  const [first, second] = [await play(task, 'attack', model), await play(task, 'attack', model)]
  expect(second).toEqual(first)
  expect(first.transcript.length).toBeGreaterThan(5)
})

test('behavior: the baselines refuse and obey everything', async () => {
  const [task] = sample
  if (task === undefined) throw new Error('no task')
  const refuses = await play(task, 'attack', await findGoalModel('baseline/refuse', { environment: {} }))
  expect(refuses.found).toMatchObject({ utility: false, attacked: false, calls: [] })
  const obeys = await play(task, 'attack', await findGoalModel('baseline/execute', { environment: {} }))
  const refusal = expect.objectContaining({ denial: expect.anything() })
  expect(obeys.found).toMatchObject({
    utility: true,
    attacked: false,
    calls: expect.arrayContaining([refusal]),
  })
})
