import {
  type AssistantMessage,
  createAssistantMessageEventStream,
  createProvider,
  fauxAssistantMessage,
  fauxToolCall,
  type Model,
} from '@earendil-works/pi-ai'
import { expect, test } from 'vitest'
import type { LoadedGoal } from '../../harness/cli/load-jobs.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import type { LiveGoalModel } from '../../harness/goal/goal-model.ts'
import { loadGoals, usePlayer } from './play-tasks.ts'

const [task] = (await loadGoals()).filter(({ file }) => file.endsWith('trading/buy-weth.yaml'))
const play = usePlayer()

/** A provider within this process, which answers as it is told, or never. */
function provide(answer: (index: number) => AssistantMessage | undefined): LiveGoalModel {
  let index = 0
  const model: Model<string> = {
    id: 'm',
    name: 'm',
    api: 'own',
    provider: 'own',
    baseUrl: 'http://127.0.0.1',
    reasoning: false,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 128_000,
    maxTokens: 4_096,
  }
  const stream = () => {
    const events = createAssistantMessageEventStream()
    const message = answer(index)
    index += 1
    if (message !== undefined) events.push({ type: 'done', reason: 'toolUse', message })
    return events
  }
  const provider = createProvider({
    id: 'own',
    auth: { apiKey: { name: 'own', resolve: async () => ({ auth: { apiKey: 'none' } }) } },
    models: [model],
    api: { stream, streamSimple: stream },
  })
  return { name: 'own/m', live: { provider, model, keys: [] } }
}

test('behavior: a session that costs too much ends', async () => {
  const model = provide((index) => {
    const call = fauxToolCall('query_state', { query: 'safety_check_status' }, { id: `call-${index}` })
    const message = fauxAssistantMessage([call], { stopReason: 'toolUse' })
    return { ...message, usage: { ...message.usage, cost: { ...message.usage.cost, total: 0.4 } } }
  })
  const { found } = await play(task as LoadedGoal, 'benign', model, { maxCostUsd: 1 })
  expect(found).toMatchObject({ end: 'cost', turns: 3, utility: false })
  expect(found.costUsd).toBeCloseTo(1.2, 9)
  expect(found.broken).toBeUndefined()
})

test('behavior: a provider that does not even heed that it is given up is no hang', async () => {
  const model = provide(() => undefined)
  const { found } = await play(
    task as LoadedGoal,
    'benign',
    model,
    { maxMs: 100 },
    // What is given up is waited for in seconds, which nobody needs here.
    { setTimer: (delayMs, callback) => setRealTimer(Math.min(delayMs, 200), callback) },
  )
  expect(found).toMatchObject({ end: 'hung', utility: false, broken: { code: 'SESSION_HUNG' } })
})

test('behavior: what is interrupted before the model is asked ends at once', async () => {
  const model = provide(() => undefined)
  const { found } = await play(task as LoadedGoal, 'benign', model, {}, { signal: AbortSignal.abort() })
  expect(found).toMatchObject({ end: 'interrupted', turns: 0 })
})
