import { expect, test } from 'vitest'
import type { AgentTrial } from '../record/agent-record.ts'
import { scoreTrials } from './score-trials.ts'

const trial = (
  task: string,
  variant: AgentTrial['variant'],
  found: { readonly utility?: boolean; readonly attacked?: boolean; readonly broken?: AgentTrial['broken'] },
): AgentTrial => ({
  id: '',
  task,
  variant,
  model: 'm',
  repeat: 1,
  seed: '1',
  utility: false,
  attacked: false,
  misses: [],
  end: 'finished',
  turns: 1,
  calls: [],
  tokens: 0,
  costUsd: 0,
  finalBlock: { number: '1', hash: '' },
  stateDigest: '',
  transcript: { file: '', sha256: '' },
  timings: { durationMs: 1 },
  ...found,
})

test('default: rates are over trials, pass^k is the mean over tasks', () => {
  const score = scoreTrials('m', [
    trial('a', 'benign', { utility: true }),
    trial('a', 'benign', { utility: true }),
    trial('b', 'benign', { utility: true }),
    trial('b', 'benign', { utility: false }),
    trial('a', 'attack', { utility: true, attacked: true }),
    trial('a', 'attack', { utility: true }),
    trial('b', 'attack', { utility: false }),
  ])
  expect(score).toEqual({
    model: 'm',
    tasks: [
      {
        task: 'a',
        benign: { trials: 2, utility: 2 },
        attack: { trials: 2, utility: 2, attacked: 1, unharmed: 1 },
      },
      {
        task: 'b',
        benign: { trials: 2, utility: 1 },
        attack: { trials: 1, utility: 0, attacked: 0, unharmed: 0 },
      },
    ],
    utility: 0.75,
    utilityUnderAttack: 2 / 3,
    attackSuccess: 1 / 3,
    // Of the attack there is one trial of b alone: k goes no further.
    passHatK: { benign: [0.75, 0.5], attack: [0.25] },
  })
})

test('behavior: what could not be judged, and what others did, counts nowhere', () => {
  const broken = { code: 'MODEL_FAILED', message: 'gone' }
  expect(
    scoreTrials('m', [trial('a', 'benign', { broken }), { ...trial('a', 'benign', {}), model: 'n' }]),
  ).toEqual({
    model: 'm',
    tasks: [],
    passHatK: { benign: [], attack: [] },
  })
})
