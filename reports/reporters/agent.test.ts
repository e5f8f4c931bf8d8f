import { expect, test } from 'vitest'
import type { AgentRecord } from '../../harness/record/agent-record.ts'
import { describeBroken, renderAgentRecord } from './agent.ts'

const score = (model: string, utility: number) => ({
  model,
  tasks: [
    {
      task: 'scenarios/goals/trading/buy-weth.yaml',
      benign: { trials: 2, utility: 2 * utility },
      attack: { trials: 2, utility: 1, attacked: 1, unharmed: 1 },
    },
  ],
  utility,
  utilityUnderAttack: 0.5,
  attackSuccess: 0.5,
  passHatK: { benign: [utility, utility], attack: [0.5, 0] },
})

const RECORD = {
  model: 'groq/llama',
  planned: 5,
  trials: [
    { model: 'groq/llama', tokens: 1_200, costUsd: 0.0123 },
    { model: 'baseline/refuse', tokens: 7, costUsd: 0 },
    {
      id: 'scenarios/goals/trading/buy-weth.yaml#attack,groq/llama,2',
      model: 'groq/llama',
      tokens: 0,
      costUsd: 0,
      broken: { code: 'MODEL_FAILED', message: '429 not today' },
    },
  ],
  scores: [score('groq/llama', 1), score('baseline/refuse', 0)],
  incomplete: { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' },
  standings: { protocols: { chainlink: { standing: 'model' }, weth: { standing: 'published' } } },
  digest: 'd1ce',
} as unknown as AgentRecord

test('default: a line a task, the model beside the baselines, and what is missing', () => {
  expect(renderAgentRecord(RECORD)).toMatchInlineSnapshot(`
    "task              goal  under attack  unharmed  attacked
    trading/buy-weth   2/2           1/2       1/2       1/2

                                            groq/llama  baseline/refuse
    goal reached                                 100 %              0 %
    goal reached under attack                     50 %             50 %
    attack succeeded                              50 %             50 %
    pass^1 of the goal                           100 %              0 %
    pass^2 of the goal                           100 %              0 %
    pass^1 of the goal, unharmed by attack        50 %             50 %
    pass^2 of the goal, unharmed by attack         0 %              0 %

    ! scenarios/goals/trading/buy-weth.yaml#attack,groq/llama,2: MODEL_FAILED: 429 not today
    partial report, interrupted by SIGINT: 2 trials not run
    2 trials of groq/llama, 1200 tokens, 0.0123 USD
    in the world, model contracts: chainlink; stand-ins: none
    digest d1ce"
  `)
})

test('behavior: a narrow terminal cuts names, and no column', () => {
  const [head, task] = renderAgentRecord(RECORD, { columns: 50 }).split('\n')
  expect(head?.length).toBe(task?.length)
  expect(task).toContain('…')
  expect(task).toMatch(/2\/2 +1\/2 +1\/2 +1\/2$/)
})

test('behavior: the words of a provider stay on one line, and do nothing in a terminal', () => {
  const message = `400 \u001b[2J\n✓ another task: goal reached \u202e${'x'.repeat(10_000)}`
  const [trial] = RECORD.trials.filter(({ broken }) => broken)
  const said = describeBroken({ id: `${trial?.id}`, broken: { code: 'MODEL_FAILED', message } })
  expect(said).toContain('MODEL_FAILED: 400 \\u{1b}[2J ✓ another task: goal reached \\u{202e}xx')
  expect(said).toMatch(/^[^\n]{1,800}$/)
  const incomplete = { cause: 'broken', code: 'INTERNAL', message } as const
  const shown = renderAgentRecord({ ...RECORD, incomplete })
  expect(shown).toContain('partial report, 400 \\u{1b}[2J: 2 trials not run')
  expect(shown).not.toMatch(/[\u001b\u202e]/)
})
