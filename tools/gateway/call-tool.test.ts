import { describe, expect, test } from 'vitest'
import { createCallTool } from './call-tool.ts'
import { DEFAULT_GATEWAY_LIMITS } from './limits.ts'
import type { CallHook, PluginTool } from './plugin.ts'
import { createPluginRegistry } from './registry.ts'
import type { Caller } from './tokens.ts'

const TOOL: PluginTool = {
  name: 'echo',
  description: 'Says it again.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: async (params) => ({ content: [{ type: 'text', text: JSON.stringify(params) }] }),
}

const OPERATOR: Caller = { role: 'operator' }
const AGENT: Caller = { role: 'session', session: 'main' }

/** A gateway's calls with timers that end when they are told to. */
function open(options: { tool?: Partial<PluginTool>; hooks?: readonly CallHook[]; limits?: object } = {}) {
  const registry = createPluginRegistry()
  const api = registry.openFor('test')
  api.registerTool({ ...TOOL, ...options.tool })
  for (const hook of options.hooks ?? []) api.addHook(hook)
  const timers: (() => void)[] = []
  const callTool = createCallTool({
    registry,
    limits: { ...DEFAULT_GATEWAY_LIMITS, ...options.limits },
    clock: {
      setTimer(_, callback) {
        timers.push(callback)
        return () => undefined
      },
    },
  })
  const call = (
    params: unknown = { text: 'x' },
    tool = 'echo',
    caller: Caller = AGENT,
    { signal } = new AbortController(),
  ) => callTool({ tool, params, session: 'main', caller }, signal)
  const expire = async () => {
    await expect.poll(() => timers.length).toBeGreaterThan(0)
    for (const callback of timers.splice(0)) callback()
  }
  return { call, expire }
}
const codeOf = (answer: Awaited<ReturnType<ReturnType<typeof open>['call']>>) =>
  answer.ok ? 'ok' : answer.error.code

test('default', async () => {
  expect(await open().call()).toEqual({
    ok: true,
    result: { content: [{ type: 'text', text: '{"text":"x"}' }] },
  })
})

test('I45: error: INVALID_PARAMS names every place, and the tool is not asked', async () => {
  const { call } = open({ tool: { execute: () => Promise.reject(new Error('asked')) } })
  expect(await call({ text: 1 })).toEqual({
    ok: false,
    error: {
      code: 'INVALID_PARAMS',
      message: '/text: must be string',
      hint: expect.any(String),
      problems: [{ path: '/text', message: 'must be string' }],
    },
  })
  expect(codeOf(await call('x'.repeat(200_000)))).toBe('INVALID_PARAMS')
  expect(codeOf(await call({ text: () => 'x' }))).toBe('INVALID_PARAMS')
})

test('error: TOOL_UNKNOWN names the nearest', async () => {
  const answer = await open().call({}, 'ehco')
  expect(answer).toMatchObject({
    error: { code: 'TOOL_UNKNOWN', message: expect.stringContaining('"echo"') },
  })
})

test('I25: error: OPERATOR_ONLY for a tool that no agent is offered, which no agent is told of', async () => {
  let asked = 0
  const tool = {
    isBridged: false,
    execute: async () => {
      asked += 1
      return { content: [] }
    },
  }
  const { call } = open({ tool })
  expect(await call({ text: 'x' }, 'echo', AGENT)).toMatchObject({
    error: { code: 'OPERATOR_ONLY', message: expect.stringContaining('token of session main') },
  })
  expect(JSON.stringify(await call({}, 'ehco', AGENT))).not.toContain('echo')
  expect(asked).toBe(0)
  expect(codeOf(await call({ text: 'x' }, 'echo', OPERATOR))).toBe('ok')
  expect(asked).toBe(1)
  expect(JSON.stringify(await call({}, 'ehco', OPERATOR))).toContain('echo')
})

test('I44: error: TOOL_TIMED_OUT aborts what is not waited for any more, and it counts until it ends', async () => {
  const running = Promise.withResolvers<never>()
  const signals: AbortSignal[] = []
  const { call, expire } = open({
    limits: { calls: 1 },
    tool: {
      async execute(_, { signal }) {
        signals.push(signal)
        return signals.length === 1 ? running.promise : { content: [] }
      },
    },
  })
  const first = call()
  await expire()
  expect(codeOf(await first)).toBe('TOOL_TIMED_OUT')
  expect(signals[0]?.aborted).toBe(true)
  expect(codeOf(await call())).toBe('GATEWAY_BUSY')
  running.reject(new Error('over'))
  await expect.poll(async () => codeOf(await call())).toBe('ok')
})

test('behavior: a tool is told when its caller has gone', async () => {
  const gone = new AbortController()
  const { call } = open({
    tool: {
      async execute(_, { signal }) {
        gone.abort()
        return { content: [{ type: 'text', text: `told: ${signal.aborted}` }] }
      },
    },
  })
  expect(await call({ text: 'x' }, 'echo', AGENT, gone)).toMatchObject({
    result: { content: [{ text: 'told: true' }] },
  })
})

test('error: CALL_ABANDONED for a caller who has gone while a hook judged; the tool is not begun', async () => {
  const gone = new AbortController()
  const { call } = open({
    tool: { execute: () => Promise.reject(new Error('begun')) },
    hooks: [
      {
        ...{ name: 'slow', when: 'before' },
        check() {
          gone.abort()
          return { allow: true }
        },
      },
    ],
  })
  expect(codeOf(await call({ text: 'x' }, 'echo', AGENT, gone))).toBe('CALL_ABANDONED')
})

test.each([
  'before',
  'after',
] as const)('I44: error: GATEWAY_BUSY while others wait for a hook %s', async (when) => {
  const waiting = Promise.withResolvers<{ allow: true }>()
  const { call } = open({
    limits: { calls: 1 },
    hooks: [{ name: 'slow', when, check: () => waiting.promise }],
  })
  const first = call()
  expect(codeOf(await call())).toBe('GATEWAY_BUSY')
  waiting.resolve({ allow: true })
  expect(codeOf(await first)).toBe('ok')
  expect(codeOf(await call())).toBe('ok')
})

test.each([
  ['TOOL_THREW', async () => Promise.reject(new Error('no disk'))],
  [
    'TOOL_THREW',
    () => {
      throw new Error('no disk')
    },
  ],
  ['TOOL_THREW', async () => Promise.reject(Object.create(null))],
  ['RESULT_INVALID', async () => undefined],
  ['RESULT_INVALID', async () => ({ content: [{ type: 'text', text: 1 }] })],
  ['RESULT_INVALID', async () => ({ content: [], more: 1 })],
  ['RESULT_INVALID', async () => ({ content: [{ type: 'link', href: 'x' }] })],
  ['RESULT_INVALID', async () => ({ content: [], details: 1n })],
  ['RESULT_INVALID', async () => ({ content: [{ type: 'image', data: 'a.png', mimeType: 'image/png' }] })],
  ['RESULT_INVALID', async () => ({ content: [{ type: 'image', data: '', mimeType: 'image/png' }] })],
  ['RESULT_INVALID', async () => ({ content: [{ type: 'image', data: 'PHN2', mimeType: 'image/svg+xml' }] })],
  ['RESULT_TOO_LARGE', async () => ({ content: [{ type: 'text', text: 'x'.repeat(2_000) }] })],
  ['RESULT_TOO_LARGE', async () => ({ content: [{ type: 'text', text: '𝄞'.repeat(300) }] })],
])('error: %s (%#)', async (code, execute) => {
  const { call } = open({ tool: { execute: execute as never }, limits: { resultBytes: 1_000 } })
  expect(codeOf(await call())).toBe(code)
})

test('I44: a result of just so many bytes passes, one more does not', async () => {
  const bytes = JSON.stringify({ content: [{ type: 'text', text: '' }] }).length
  const answer = async (length: number) => {
    const text = 'x'.repeat(length)
    const execute: PluginTool['execute'] = async () => ({ content: [{ type: 'text', text }] })
    return codeOf(await open({ tool: { execute }, limits: { resultBytes: 1_000 } }).call())
  }
  expect(await answer(1_000 - bytes)).toBe('ok')
  expect(await answer(1_001 - bytes)).toBe('RESULT_TOO_LARGE')
})

test('behavior: a text without a word is no part of a result', async () => {
  const image = { type: 'image', data: 'R0lG', mimeType: 'image/gif' } as const
  const content = [{ type: 'text', text: ' \n' }, image, { type: 'text', text: '' }] as const
  const { call } = open({ tool: { execute: async () => ({ content: [...content], details: 1 }) } })
  expect(await call()).toEqual({ ok: true, result: { content: [image], details: 1 } })
})

describe('hooks', () => {
  const hook = (when: CallHook['when'], check: CallHook['check']): CallHook => ({
    name: 'guard',
    when,
    check,
  })

  test.each([
    'before',
    'after',
  ] as const)('default: one %s a call lets through what it allows', async (when) => {
    const seen: unknown[] = []
    const { call } = open({
      hooks: [
        hook(when, (each) => {
          seen.push(each)
          return { allow: true }
        }),
      ],
    })
    expect(codeOf(await call())).toBe('ok')
    const result = { content: [{ type: 'text', text: '{"text":"x"}' }] }
    expect(seen).toEqual([
      { tool: 'echo', session: 'main', params: { text: 'x' }, ...(when === 'after' ? { result } : {}) },
    ])
  })

  test.each([
    ['HOOK_DENIED', () => ({ allow: false, reason: 'no' })],
    [
      'HOOK_BROKEN',
      () => {
        throw new Error('broken')
      },
    ],
    ['HOOK_BROKEN', async () => Promise.reject(new Error('broken'))],
    ['HOOK_BROKEN', () => undefined],
    ['HOOK_BROKEN', () => true],
    ['HOOK_BROKEN', () => ({ allow: 'yes' })],
    ['HOOK_BROKEN', () => null],
    ['HOOK_BROKEN', () => ({ allow: false, reason: Object.create(null) })],
    [
      'HOOK_BROKEN',
      () => ({
        get allow() {
          throw new Error('broken')
        },
      }),
    ],
  ])('I36: error: %s, before and after a call (%#)', async (code, check) => {
    for (const when of ['before', 'after'] as const) {
      let calls = 0
      const { call } = open({
        hooks: [hook(when, check as never)],
        tool: {
          execute: async () => {
            calls += 1
            return { content: [] }
          },
        },
      })
      expect(codeOf(await call())).toBe(code)
      expect(calls).toBe(when === 'before' ? 0 : 1)
    }
  })

  test('I36: error: HOOK_BROKEN when the time is up', async () => {
    const { call, expire } = open({ hooks: [hook('before', () => new Promise(() => undefined))] })
    const answer = call()
    await expire()
    expect(await answer).toMatchObject({
      error: { code: 'HOOK_BROKEN', message: expect.stringContaining('gave no verdict within 5000 ms') },
    })
  })

  test('I37: no hook changes what others see, nor what is carried out', async () => {
    const { call } = open({
      hooks: [
        hook('before', ({ params }) => {
          ;(params as { text: string }).text = 'y'
          return { allow: true }
        }),
      ],
    })
    expect(codeOf(await call())).toBe('HOOK_BROKEN')
  })
})
