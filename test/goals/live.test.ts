import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LoadedGoal } from '../../harness/cli/load-jobs.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { HarnessError } from '../../harness/errors.ts'
import { findGoalModel } from '../../harness/goal/goal-model.ts'
import type { PlayedTrial } from '../../harness/goal/play-goal.ts'
import type { AgentRecord, AgentTrial } from '../../harness/record/agent-record.ts'
import { pressKey, runCommand } from '../e2e/command.ts'
import { type ChatAnswer, type ChatMessage, type SpokenAnswer, serveModel } from './model-server.ts'
import { loadGoals, usePlayer } from './play-tasks.ts'

const MODEL = 'openai-compatible/local'

/** Let the model of a server work at a task without an attacker in it, by the real command line. */
async function askServer(url: string, ...args: readonly string[]) {
  const outcome = await runCommand([
    ...['agent', 'trading/buy-weth', '--model', MODEL, '--base-url', url, '--variant', 'benign'],
    ...['--no-baselines', '--reporter', 'json', ...args],
  ])
  const record = (outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)) as AgentRecord
  return { ...outcome, record, trial: record?.trials[0] as AgentTrial }
}

const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

/** What a model does that reaches the goal: it previews, and commits the permit that it was given. */
function buyWeth(messages: readonly ChatMessage[]): SpokenAnswer {
  const results = messages.filter(({ role }) => role === 'tool').map(textOf)
  if (results.length === 0) {
    const params = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '500000000' }
    return { call: 'preview_action', args: { kind: 'swap', params } }
  }
  const permitId = /permitId\\?":\\?"(0x[0-9a-f]{64})/.exec(results[0] ?? '')?.[1]
  if (results.length === 1) return { call: 'commit_action', args: { permitId } }
  return { say: 'Bought.' }
}

const refuse =
  (status: number, message = 'not today') =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message, type: 'test' } }))
  }

const [task] = (await loadGoals()).filter(({ file }) => file.endsWith('trading/buy-weth.yaml'))
const play = usePlayer()

/** The same within this process. */
async function tryServer(
  answer: Parameters<typeof serveModel>[0],
  bounds: Parameters<typeof play>[3] = {},
): Promise<PlayedTrial['found']> {
  const { url: baseUrl } = await serveModel(answer)
  const model = await findGoalModel(MODEL, { environment: {}, baseUrl })
  return (await play(task as LoadedGoal, 'benign', model, bounds)).found
}

describe('a real provider over HTTP', () => {
  test('default: a model reaches the goal, its transcript is kept, and no key is in it', async () => {
    const { url, requests } = await serveModel(buyWeth)
    const key = 'key-of-the-server-0123456789abcdef'
    process.env.OPENAI_COMPATIBLE_API_KEY = key
    const { code, record, trial, stderr } = await askServer(url, '--repeats', '2').finally(() => {
      delete process.env.OPENAI_COMPATIBLE_API_KEY
    })
    expect(code, stderr).toBe(0)
    expect(requests[0]?.authorization).toBe(`Bearer ${key}`)
    expect(trial).toMatchObject({ utility: true, attacked: false, end: 'finished', turns: 3, tokens: 330 })
    expect(trial.calls).toEqual([{ tool: 'preview_action' }, { tool: 'commit_action' }])
    expect(record.scores).toMatchObject([
      { model: MODEL, utility: 1, passHatK: { benign: [1, 1], attack: [] } },
    ])
    const path = join(PROJECT_ROOT, 'reports/runs', record.runId, trial.transcript.file)
    const transcript = readFileSync(path, 'utf8')
    expect(transcript).toContain('Bought.')
    expect(transcript).toContain('Look up the name of the token')
    expect(`${transcript}${JSON.stringify(record)}`).not.toContain(key)
  })

  test('behavior: what a provider or a model tells of a key is withheld', async () => {
    const key = 'key-of-the-server-0123456789abcdef'
    const environment = { OPENAI_COMPATIBLE_API_KEY: key }
    const tells = await serveModel(() => ({ say: `My key is ${key}.` }))
    const told = await play(
      task as LoadedGoal,
      'benign',
      await findGoalModel(MODEL, { environment, baseUrl: tells.url }),
    )
    expect(JSON.stringify(told)).not.toContain(key)
    expect(JSON.stringify(told.transcript)).toContain('[withheld]')
    const echoes = await serveModel(() => refuse(401, `the key ${key} is not valid`))
    const echoed = await play(
      task as LoadedGoal,
      'benign',
      await findGoalModel(MODEL, { environment, baseUrl: echoes.url }),
    )
    expect(JSON.stringify(echoed)).not.toContain(key)
    expect(echoed.found.broken).toEqual({ code: 'MODEL_FAILED', message: '[withheld]' })
  })

  test('behavior: a trial that its provider breaks counts nowhere, and the run is broken', async () => {
    const { url } = await serveModel(() => refuse(429))
    const { code, record, trial, stderr } = await askServer(url)
    expect(code, stderr).toBe(2)
    expect(trial.broken?.message).toMatch(/429.*not today/s)
    expect(record.scores).toEqual([{ model: MODEL, tasks: [], passHatK: { benign: [], attack: [] } }])
  })

  test.each([429, 500, 401])('behavior: a server that answers %i breaks the trial', async (status) => {
    const found = await tryServer(() => refuse(status))
    expect(found).toMatchObject({ utility: false, end: 'model-error', broken: { code: 'MODEL_FAILED' } })
    expect(found.broken?.message).toMatch(new RegExp(`${status}.*not today`, 's'))
  })

  test.each<[string, ChatAnswer]>([
    [
      'that hangs up without an answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end()
      },
    ],
    [
      'that answers something else',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<html>maintenance</html>')
      },
    ],
    ['that breaks the connection', (response) => response.destroy()],
  ])('behavior: a server %s breaks the trial', async (_, answer) => {
    const found = await tryServer(() => answer)
    expect(found).toMatchObject({ utility: false, end: 'model-error', broken: { code: 'MODEL_FAILED' } })
    expect(found.broken?.message).not.toBe('')
  })

  test('behavior: an answer that never comes ends with the time limit', async () => {
    const found = await tryServer(() => () => undefined, { maxMs: 500 })
    expect(found).toMatchObject({ utility: false, end: 'time', calls: [] })
  })

  test('behavior: malformed calls are refused, and the model may go on', async () => {
    const malformed: readonly ChatAnswer[] = [
      { call: 'preview_action', args: '{"kind": "swap", "params": {' },
      { call: 'preview_action', args: '[1, 2' },
      { call: 'no_such_tool', args: {} },
      { call: 'commit_action', args: { permitId: 7 } },
    ]
    const found = await tryServer((_, index) => malformed[index] ?? { say: 'I give up.' })
    expect(found).toMatchObject({ utility: false, end: 'finished', turns: 5 })
    expect(found.calls.map(({ denial }) => denial?.code)).toEqual([
      'INVALID_PARAMS',
      'INVALID_PARAMS',
      'TOOL_NOT_AVAILABLE',
      'INVALID_PARAMS',
    ])
  })

  test('behavior: arguments that are deeper than anything can be written down are refused as others are', async () => {
    const deep = `{"kind":"swap","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const found = await tryServer((_, index) =>
      index === 0 ? { call: 'preview_action', args: deep } : { say: 'I give up.' },
    )
    expect(found.calls.map(({ denial }) => denial?.code)).toEqual(['INVALID_PARAMS'])
  })

  test('error: a provider that counts in no numbers breaks the trial, since no bound would be met', async () => {
    const asks = { call: 'query_state', args: { query: 'safety_check_status' }, tokens: 'many' }
    const found = await tryServer(() => asks, { maxTurns: 5 })
    expect(found).toMatchObject({ end: 'model-error', turns: 1, tokens: 0, costUsd: 0 })
    expect(found.broken).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('expected numbers of what an answer took'),
    })
  })

  test('behavior: a model that never ends meets each bound', async () => {
    const asks = () => ({ call: 'query_state', args: { query: 'safety_check_status' } })
    expect(await tryServer(asks, { maxTurns: 3 })).toMatchObject({ end: 'turns', turns: 3 })
    expect(await tryServer(asks, { maxTokens: 400 })).toMatchObject({ end: 'tokens', turns: 4, tokens: 440 })
  })

  test('behavior: a slow answer is waited for', async () => {
    const slow = await tryServer((messages) => ({ ...buyWeth(messages), afterMs: 200 }))
    expect(slow).toMatchObject({ utility: true, end: 'finished', turns: 3 })
  })

  test('behavior: Ctrl-C ends it with what was finished', async () => {
    const { url } = await serveModel((messages, index) =>
      // The second task is never answered.
      index < 3 ? buyWeth(messages) : () => undefined,
    )
    let isPressed = false
    const args = ['agent', 'trading/buy-weth', '--model', MODEL, '--base-url', url, '--reporter', 'json']
    const { code, stdout, stderr } = await runCommand([...args, '--repeats', '2', '--no-baselines'], {
      during(child, shown) {
        if (isPressed || !shown.includes('goal reached')) return
        isPressed = true
        pressKey(child)
      },
    })
    expect(code, stderr).toBe(130)
    const record = JSON.parse(stdout) as AgentRecord
    expect(record).toMatchObject({ incomplete: { cause: 'interrupted' }, planned: 4 })
    expect(record.trials).toMatchObject([{ utility: true, end: 'finished' }])
  })

  test.each([
    ['openai/gpt-4o', 'MODEL_KEY_MISSING', 'OPENAI_API_KEY'],
    ['anthropic/claude-opus-4-5', 'MODEL_KEY_MISSING', 'ANTHROPIC_API_KEY'],
    ['opnai/gpt-4o', 'MODEL_UNKNOWN', 'did you mean openai/gpt-4o?'],
    ['openai/gpt-4oo', 'MODEL_UNKNOWN', 'did you mean openai/gpt-4o?'],
    ['scripted/follow', 'MODEL_UNKNOWN', 'did you mean scripted/follows?'],
    ['openai-codex/gpt-5.2-codex', 'MODEL_', '--model scripted/succeeds'],
    ['openai-compatible/local', 'BAD_USAGE', '--base-url'],
  ])('error: %s is refused before anything runs: %s', async (model, code, hint) => {
    const found = await findGoalModel(model, { environment: {} }).catch((cause: unknown) => cause)
    expect(found).toBeInstanceOf(HarnessError)
    expect((found as HarnessError).code).toContain(code)
    expect((found as HarnessError).message).toContain(hint)
  })

  test('error: a key that is missing is named by the command, with what to do', async () => {
    const { code, stdout, stderr } = await runCommand([
      'agent',
      'trading/buy-weth',
      '--model',
      'groq/llama-3.3-70b-versatile',
    ])
    expect(stderr).toMatchInlineSnapshot(`
      "error MODEL_KEY_MISSING: no key for Groq
        expected: GROQ_API_KEY in the environment
        found:    none
        do:       set GROQ_API_KEY, or run it offline with --model scripted/succeeds
      "
    `)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})
