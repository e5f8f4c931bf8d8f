import { expect, test } from 'vitest'
import type { AgentMessage, AgentProcess } from './agents.ts'
import { statusOf, toWireError } from './errors.ts'
import { type AgentStart, type GatewayEvent, type GatewayPorts, startGateway } from './gateway.ts'
import { DEFAULT_GATEWAY_LIMITS } from './limits.ts'
import type { Service } from './service.ts'

const TOKEN = 'an-owner-token-of-many-characters-0123456789'

/** A gateway whose agents answer as they are told to, on ports in memory. */
async function open(
  more: Partial<GatewayPorts> = {},
  answer: (sent: AgentMessage) => readonly AgentMessage[] = () => [],
) {
  const starts: AgentStart[] = []
  const events: GatewayEvent[] = []
  const stopped: string[] = []
  const ended = Promise.withResolvers<string>()
  let service: Service | undefined
  const startAgent = async (start: AgentStart): Promise<AgentProcess> => {
    starts.push(start)
    const listeners = new Set<(message: AgentMessage) => void>()
    return {
      pid: 7,
      ended: ended.promise,
      send(sent) {
        for (const message of answer(sent)) for (const listener of listeners) listener(message)
      },
      listen(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async stop() {
        stopped.push(start.session)
        ended.resolve('exit code 0')
      },
    }
  }
  const files = {
    pathOf: String,
    list: () => [],
    read: () => '',
    write: (name: string) => `/${name}`,
    remove: () => undefined,
  }
  const gateway = await startGateway({
    token: TOKEN,
    startId: 'one',
    limits: DEFAULT_GATEWAY_LIMITS,
    sessions: [
      { key: 'main', hasAgent: true, isBridged: true },
      { key: 'other', hasAgent: false, isBridged: true },
    ],
    plugins: new Map([
      [
        'test',
        (api) =>
          api.registerTool({
            name: 'tell',
            description: 'd',
            parameters: { type: 'object', properties: {} },
            execute: async () => ({ content: [{ type: 'text', text: `the token is ${TOKEN}` }] }),
          }),
      ],
    ]),
    bridge: {
      ...{ provided: [], isEnabled: true, extensions: ['/own.ts'], files, imports: { client: '/client.ts' } },
      dryRun: async () => ({ tools: ['tell'] }),
    },
    clock: { setTimer: () => () => undefined },
    async listen(given) {
      service = given
      return { url: 'http://here', close: async () => void stopped.push('service') }
    },
    startAgent,
    onEvent: (event) => events.push(event),
    ...more,
  })
  const ask = async (method: string, path: string, body?: unknown, authorization?: string) =>
    (service as Service)({
      ...{
        method,
        path,
        authorization: authorization ?? `Bearer ${TOKEN}`,
        signal: new AbortController().signal,
      },
      readBody: async (most) => {
        if (body instanceof Error) throw body
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        return text.length > most ? undefined : text
      },
    })
  return { gateway, ask, starts, events, stopped, ended }
}
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code ?? 'ok'

test('behavior: an agent that takes its tools by itself gets no extension, and the rest all the same', async () => {
  const { starts } = await open({ sessions: [{ key: 'main', hasAgent: true, isBridged: false }] })
  expect(starts).toMatchObject([{ extensions: [], environment: { ASSAY_GATEWAY_URL: 'http://here' } }])
})

test('error: a plugin that never comes to an end of registering keeps nobody waiting', async () => {
  const timers: (readonly [number, () => void])[] = []
  const opening = open({
    plugins: new Map([['hangs', () => new Promise<void>(() => undefined)]]),
    clock: {
      setTimer(delayMs, callback) {
        timers.push([delayMs, callback])
        return () => undefined
      },
    },
  })
  expect(timers).toHaveLength(1)
  const [[delayMs, expire] = [0, () => undefined]] = timers
  expire()
  await expect(opening).rejects.toThrow(
    `the plugin hangs has not registered within ${delayMs} ms: what it awaits there does not end`,
  )
})

test('error: a plugin that fails to register is told by its name', async () => {
  const plugin = () => {
    throw new Error('no key')
  }
  await expect(open({ plugins: new Map([['broken', plugin]]) })).rejects.toThrow(
    'the plugin broken fails to register: no key',
  )
})

test('default: an agent gets its extensions, and in the environment what they need', async () => {
  const { gateway, starts, stopped } = await open()
  expect(starts).toMatchObject([
    {
      session: 'main',
      extensions: ['/own.ts', expect.stringMatching(/^\/bridge-[0-9a-f]{16}\.ts$/)],
      environment: {
        ASSAY_GATEWAY_URL: 'http://here',
        ASSAY_GATEWAY_TOKEN: expect.stringMatching(/^session\./),
        ASSAY_GATEWAY_SESSION: 'main',
        ASSAY_GATEWAY_TIMEOUT_MS: '35000',
      },
    },
  ])
  expect(gateway.bridged).toEqual(['tell'])
  await gateway.stop()
  expect(stopped).toEqual(['main', 'service'])
})

test('I25: a tool that no agent is offered is neither shown to one nor carried out for one', async () => {
  const own = (name: string, isBridged: boolean) => ({
    ...{ name, isBridged, description: 'd', parameters: { type: 'object' } },
    execute: async () => ({ content: [] }),
  })
  const { ask, starts } = await open({
    plugins: new Map([
      [
        'test',
        (api) => {
          api.registerTool(own('tell', true))
          api.registerTool(own('purge', false))
        },
      ],
    ]),
  })
  const session = `Bearer ${starts[0]?.environment.ASSAY_GATEWAY_TOKEN}`
  const list = async (authorization?: string) =>
    (
      (await ask('GET', '/api/tools', undefined, authorization)).body as { tools: { name: string }[] }
    ).tools.map(({ name }) => name)
  expect([await list(), await list(session)]).toEqual([['tell', 'purge'], ['tell']])
  const call = (tool: string, authorization?: string) =>
    ask('POST', '/api/tools/call', { tool, params: {}, sessionKey: 'main' }, authorization)
  const refused = await call('purge', session)
  expect([refused.status, codeOf(refused)]).toEqual([403, 'OPERATOR_ONLY'])
  expect([codeOf(await call('purge')), codeOf(await call('tell', session))]).toEqual(['ok', 'ok'])
})

test('behavior: an agent whose bridge is refused starts without it, and the log says so', async () => {
  const { gateway, starts, events } = await open({
    bridge: {
      ...{
        provided: [],
        isEnabled: true,
        extensions: ['/own.ts'],
        imports: { client: '/client.ts' },
      },
      files: { pathOf: String, list: () => [], read: () => '', write: String, remove: () => undefined },
      dryRun: async () => ({ phase: 'syntax', problem: 'Expression expected' }),
    },
  })
  expect(starts[0]?.extensions).toEqual(['/own.ts'])
  expect(gateway.bridged).toEqual([])
  expect(events).toEqual([{ kind: 'bridge', text: expect.stringContaining('BRIDGE_REJECTED') }])
})

test.each([
  ['UNAUTHORIZED', 401, ['GET', '/api/tools', undefined, '']],
  ['UNAUTHORIZED', 401, ['GET', '/nothing', undefined, 'Bearer x']],
  [
    'UNAUTHORIZED',
    401,
    ['POST', '/api/tools/call', { tool: 'tell', params: {}, sessionKey: 'main', token: TOKEN }, 'Bearer x'],
  ],
  ['ROUTE_UNKNOWN', 404, ['GET', '/nothing']],
  ['ROUTE_UNKNOWN', 404, ['POST', '/api/sessions/../prompt', {}]],
  ['METHOD_NOT_ALLOWED', 405, ['POST', '/api/tools']],
  ['BODY_INVALID', 400, ['POST', '/api/tools/call', 'no json']],
  ['BODY_INVALID', 400, ['POST', '/api/tools/call', new Error('aborted')]],
  ['BODY_INVALID', 400, ['POST', '/api/tools/call', { tool: 'tell' }]],
  ['BODY_INVALID', 400, ['POST', '/api/tools/call', { tool: 'tell', params: {}, more: 1 }]],
  ['BODY_TOO_LARGE', 413, ['POST', '/api/tools/call', { tool: 'tell', params: { a: 'x'.repeat(300_000) } }]],
  ['TOOL_UNKNOWN', 404, ['POST', '/api/tools/call', { tool: 'x', params: {}, sessionKey: 'main' }]],
  ['SESSION_UNKNOWN', 404, ['POST', '/api/sessions/none/prompt', { message: 'x' }]],
  ['AGENT_NOT_RUNNING', 409, ['POST', '/api/sessions/other/prompt', { message: 'x' }]],
  ['ok', 200, ['POST', '/api/tools/call', { tool: 'tell', params: {}, pid: 7 }]],
] as const)('error: %s with %i (%#)', async (code, status, [method, path, body, authorization]) => {
  const { ask } = await open()
  const response = await ask(method, path, body, authorization)
  expect([codeOf(response), response.status]).toEqual([code, status])
})

test('I43: no answer and no event holds a token', async () => {
  const { ask, starts, events } = await open()
  const { body } = await ask('POST', '/api/tools/call', { tool: 'tell', params: {}, sessionKey: 'main' })
  expect(JSON.stringify(body)).toContain('the token is [token]')
  const own = starts[0]?.environment.ASSAY_GATEWAY_TOKEN ?? ''
  starts[0]?.onLine(`my token is ${own}`)
  await ask('GET', `/${TOKEN}/${own}`)
  expect(events).toHaveLength(3)
  expect(JSON.stringify(events)).not.toContain(TOKEN)
  expect(JSON.stringify(events)).not.toContain(own)
})

test('default: a prompt comes to the last answer and to the calls that were made', async () => {
  const { ask } = await open({}, ({ id, type }) =>
    type === 'prompt'
      ? [
          { type: 'response', id, success: true },
          {
            type: 'tool_execution_end',
            toolName: 'tell',
            isError: true,
            result: { content: [{ type: 'text', text: 'no' }] },
          },
          { type: 'message_end', message: { role: 'assistant', content: [{ type: 'text', text: 'done' }] } },
          { type: 'agent_settled' },
        ]
      : [],
  )
  expect((await ask('POST', '/api/sessions/main/prompt', { message: 'x' })).body).toEqual({
    ok: true,
    result: { text: 'done', calls: [{ tool: 'tell', isError: true, text: 'no' }] },
  })
})

test('error: AGENT_REFUSED, AGENT_TIMED_OUT, AGENT_NOT_RUNNING', async () => {
  const refusing = await open({}, ({ id }) => [{ type: 'response', id, success: false, error: 'no model' }])
  expect(codeOf(await refusing.ask('POST', '/api/sessions/main/prompt', { message: 'x' }))).toBe(
    'AGENT_REFUSED',
  )

  const sent: string[] = []
  const clock = {
    setTimer(_: number, expire: () => void) {
      queueMicrotask(expire)
      return () => undefined
    },
  }
  const slow = await open({ clock }, ({ type }) => {
    sent.push(type)
    return []
  })
  expect(codeOf(await slow.ask('POST', '/api/sessions/main/prompt', { message: 'x' }))).toBe(
    'AGENT_TIMED_OUT',
  )
  expect(sent).toEqual(['prompt', 'abort'])

  const dying = await open()
  const answer = dying.ask('POST', '/api/sessions/main/prompt', { message: 'x' })
  dying.ended.resolve('killed by SIGKILL')
  expect(codeOf(await answer)).toBe('AGENT_NOT_RUNNING')
  expect(codeOf(await dying.ask('POST', '/api/sessions/main/prompt', { message: 'x' }))).toBe(
    'AGENT_NOT_RUNNING',
  )
  const call = { tool: 'tell', params: {}, pid: 7 }
  expect(codeOf(await dying.ask('POST', '/api/tools/call', call))).toBe('SESSION_UNRESOLVED')
})

test('behavior: a prompt behind one that ran out of time waits until the agent has stopped, but not for ever', async () => {
  const expiries: (() => void)[] = []
  const clock = {
    setTimer(_: number, expire: () => void) {
      expiries.push(expire)
      return () => undefined
    },
  }
  const sent: string[] = []
  const { ask } = await open({ clock }, ({ id, type }) => {
    sent.push(type)
    return sent.length < 3 ? [] : [{ type: 'response', id, success: true }, { type: 'agent_settled' }]
  })
  const prompt = () => ask('POST', '/api/sessions/main/prompt', { message: 'x' })
  const answers = [prompt(), prompt()]
  await expect.poll(() => sent).toEqual(['prompt'])
  expiries.at(-1)?.()
  expect(codeOf(await (answers[0] as ReturnType<typeof prompt>))).toBe('AGENT_TIMED_OUT')
  expect(sent).toEqual(['prompt', 'abort'])
  expiries.at(-1)?.()
  expect(codeOf(await (answers[1] as ReturnType<typeof prompt>))).toBe('ok')
})

test('behavior: the end of a prompt that ran out of time is not that of the next', async () => {
  const expiries: (() => void)[] = []
  const clock = {
    setTimer(_: number, expire: () => void) {
      expiries.push(expire)
      return () => undefined
    },
  }
  const sent: AgentMessage[] = []
  const { ask } = await open({ clock }, (message) => {
    sent.push(message)
    if (message.type === 'abort') return [{ type: 'response', id: message.id, success: true }]
    if (sent.length === 1) {
      queueMicrotask(() => expiries.at(-1)?.())
      return [{ type: 'response', id: message.id, success: true }]
    }
    return [
      {
        type: 'message_end',
        message: { role: 'assistant', content: [{ type: 'text', text: 'of the first' }] },
      },
      { type: 'agent_settled' },
      { type: 'response', id: message.id, success: true },
      {
        type: 'message_end',
        message: { role: 'assistant', content: [{ type: 'text', text: 'of the second' }] },
      },
      { type: 'agent_settled' },
    ]
  })
  expect(codeOf(await ask('POST', '/api/sessions/main/prompt', { message: 'one' }))).toBe('AGENT_TIMED_OUT')
  expect((await ask('POST', '/api/sessions/main/prompt', { message: 'two' })).body).toEqual({
    ok: true,
    result: { text: 'of the second', calls: [] },
  })
})

test('error: GATEWAY_FAILED for what is no error of the stack', () => {
  const error = toWireError(new Error('boom'))
  expect([error.code, error.message, statusOf(error)]).toEqual([
    'GATEWAY_FAILED',
    'the gateway failed: boom',
    500,
  ])
})
