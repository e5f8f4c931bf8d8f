import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import {
  type GatewayProcess,
  startGatewayProcess,
  GATEWAY_TOKEN as TOKEN,
} from '../../harness/gateway/gateway-process.ts'
import { PI_COMMAND } from '../../harness/gateway/pi-command.ts'
import { startPiProcess } from '../../harness/gateway/pi-process.ts'
import type { Told } from '../../harness/gateway/told.ts'
import { isRunning } from '../chain/start-owner.ts'
import { createGatewayFolder } from './gateway-folder.ts'

const VARIABLES = ['PATH', 'HOME', 'PI_CODING_AGENT_DIR', 'PI_OFFLINE', 'PI_TELEMETRY']
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What an owner writes for a tool: this file, and nothing else. */
const NOTES = `
export default (api) => {
  api.registerTool({
    name: 'note_add',
    description: 'Keep a note.',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1 },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
        place: { type: 'object', properties: { line: { type: ['integer', 'null'] } }, required: ['line'] },
      },
      required: ['text'],
      additionalProperties: false,
    },
    async execute(params, { session }) {
      return { content: [{ type: 'text', text: 'kept ' + JSON.stringify(params) }], details: { session } }
    },
  })
  api.addHook({
    name: 'no-secrets',
    when: 'before',
    check: ({ params }) => params.text === 'secret' ? { allow: false, reason: 'it is one' } : { allow: true },
  })
}
`
/** Never answers; says in a file when nobody waits any more. */
const STUCK = `
import { writeFileSync } from 'node:fs'
export default (api) =>
  api.registerTool({
    name: 'stuck',
    description: 'Waits.',
    parameters: { type: 'object', properties: {} },
    execute: (_, { signal }) => new Promise(() => {
      signal.addEventListener('abort', () => writeFileSync(new URL('aborted', import.meta.url), ''))
    }),
  })
`

/** The tools that agents had from a hand-written extension before there was a bridge. */
const GATEWAY_TOOLS = join(PROJECT_ROOT, 'test/gateway/gateway-tools.ts')

const configOf = (more = '') => `
[gateway]
plugins = ["plugins"]
[media]
folders = ["media"]
[limits]
call_ms = 5000
${more}
[[sessions]]
key = "main"
command = ${JSON.stringify(PI_COMMAND)}
variables = ${JSON.stringify(VARIABLES)}
[[sessions]]
key = "by-hand"
`

const folder = createGatewayFolder()
const texts = ({ results }: Told) => results.map(({ content }) => content.map(({ text }) => text).join(''))
const named = ({ tools }: Told) => tools.map(({ name }) => name).sort()

afterAll(() => folder.remove())

describe('a gateway and its agent', () => {
  let gateway: GatewayProcess
  let picture = ''
  let first = ''
  const startPi = (variables: Readonly<Record<string, string>>) =>
    startPiProcess(folder.folder, join(folder.folder, '.gateway', first), {
      ASSAY_GATEWAY_URL: gateway.url,
      ...variables,
    })
  beforeAll(async () => {
    folder.write('plugins/notes.mjs', NOTES)
    folder.write('plugins/stuck.mjs', STUCK)
    picture = folder.write('media/one.png', PNG)
    gateway = await startGatewayProcess(folder.write('gateway.toml', configOf()))
    first = folder.listBridges()[0] ?? ''
  })
  afterAll(async () => {
    if (gateway.exitCode === null) await gateway.stop()
  })

  test('AC-1: any tool that a plugin registers is offered to the model, by its plugin file alone', async () => {
    const told = await gateway.play('main')
    expect(named(told)).toEqual(['note_add', 'send_media', 'send_message', 'stuck'])
    expect(told.tools[0]).toMatchObject({
      description: 'Keep a note.',
      parameters: { type: 'object', required: ['text'], additionalProperties: false },
    })
    const listed = (await (await gateway.request('GET', '/api/tools')).json()) as {
      tools: { name: string }[]
    }
    expect(listed.tools.map(({ name }) => name).sort()).toEqual(named(told))
  })

  test('AC-2: the model calls a tool of a plugin, and its structured result is in the context', async () => {
    const params = { text: 'x', tags: ['b'], place: { line: null } }
    const told = await gateway.play('main', ['note_add', params])
    expect(told.results).toMatchObject([
      {
        toolName: 'note_add',
        isError: false,
        content: [{ type: 'text', text: `kept ${JSON.stringify(params)}` }],
        details: { session: 'main', labels: ['UntrustedExternal'], details: { session: 'main' } },
      },
    ])
  })

  test('AC-3: the schema is held on the side of the agent and on that of the gateway, with paths', async () => {
    const wrong = { text: 'x', tags: ['c'], place: { line: 1.5 } }
    const countCalls = async (mark: string) => {
      // The log comes by another way than the answers: what is before a mark is there with it.
      await gateway.request('GET', `/${mark}`)
      await expect.poll(() => gateway.readOutput()).toContain(`/${mark}`)
      return gateway.readOutput().split('/api/tools/call').length
    }
    const before = await countCalls('before')
    const told = await gateway.play('main', ['note_add', wrong], ['note_add', { text: null }])
    expect(told.results.map(({ isError }) => isError)).toEqual([true, true])
    expect(texts(told)[0]).toMatch(/^INVALID_PARAMS: .*\/tags\/0 .*\/place\/line /s)
    // Pi alone would have made a text of it.
    expect(texts(told)[1]).toMatch(/^INVALID_PARAMS: .*\/text /)
    expect(await countCalls('after')).toBe(before)
    const body = { tool: 'note_add', params: wrong, sessionKey: 'main' }
    const response = await gateway.request('POST', '/api/tools/call', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_PARAMS',
        problems: expect.arrayContaining([
          expect.objectContaining({ path: '/tags/0' }),
          expect.objectContaining({ path: '/place/line' }),
        ]),
      },
    })
  })

  test('AC-4: send_media and send_message are plugins that agents have by the bridge', async () => {
    const told = await gateway.play(
      'main',
      ['send_message', { text: 'hello' }],
      ['send_media', { path: picture, caption: 'look' }],
      ['send_media', { path: '/etc/passwd' }],
    )
    expect(told.results.map(({ isError }) => isError)).toEqual([false, false, true])
    expect(texts(told)[2]).toContain('MEDIA_NOT_ALLOWED')
    const [message, media] = folder.readOutbox('main')
    expect(message).toMatchObject({ text: 'hello' })
    expect(media).toMatchObject({ text: 'look', media: { type: 'image/png' } })
    expect(readFileSync(join(folder.folder, 'outbox/main', media?.media?.file ?? ''))).toEqual(PNG)
  })

  test('AC-5: the agent is pi as it is published, which cannot register tools over its RPC', async () => {
    const { packages } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8'))
    const name = 'node_modules/@earendil-works/pi-coding-agent'
    const { version, bin } = JSON.parse(readFileSync(join(PROJECT_ROOT, name, 'package.json'), 'utf8'))
    expect(packages[name]).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) })
    expect(PI_COMMAND).toContain(join(PROJECT_ROOT, name, bin.pi))
    const pi = startPi({ ASSAY_GATEWAY_TOKEN: TOKEN, ASSAY_GATEWAY_SESSION: 'by-hand' })
    expect(await pi.command({ type: 'register_tool', tool: {} })).toMatchObject({ success: false })
    const told = await pi.play(['note_add', { text: 'x' }])
    expect(told.results).toMatchObject([{ isError: false, details: { session: 'by-hand' } }])
    await pi.close()
  })

  test('behavior: what fails in the gateway reaches the model with its code: a hook, a time limit', async () => {
    const told = await gateway.play('main', ['note_add', { text: 'secret' }], ['stuck', {}])
    expect(told.results.map(({ isError }) => isError)).toEqual([true, true])
    expect(texts(told)).toEqual([
      expect.stringMatching(/^HOOK_DENIED: note_add was denied by no-secrets: it is one\n {2}do: /),
      expect.stringMatching(/^TOOL_TIMED_OUT: stuck did not end within 5000 ms\n {2}do: /),
    ])
    expect(readFileSync(join(folder.folder, 'plugins/aborted'), 'utf8')).toBe('')
  })

  test('behavior: a session is found by its key, then by the pid of a process that the gateway started', async () => {
    const pid = gateway.agents.get('main') as number
    const call = async (claim: object, token = TOKEN) => {
      const body = { tool: 'note_add', params: { text: 'x' }, ...claim }
      const response = await gateway.request('POST', '/api/tools/call', body, token)
      const { result, error } = (await response.json()) as Record<string, Record<string, unknown> | undefined>
      return error ? error.code : result?.details
    }
    expect(await call({ pid })).toEqual({ session: 'main' })
    expect(await call({ sessionKey: 'by-hand', pid })).toEqual({ session: 'by-hand' })
    expect(await call({ pid: process.pid })).toBe('SESSION_UNRESOLVED')
    expect(await call({})).toBe('SESSION_UNRESOLVED')
    expect(await call({ sessionKey: 'other' })).toBe('SESSION_UNKNOWN')
    const [, own = ''] =
      /ASSAY_GATEWAY_TOKEN=(session\.[^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? []
    expect(await call({ pid }, own)).toEqual({ session: 'main' })
    expect(await call({ sessionKey: 'by-hand' }, own)).toBe('SESSION_FOREIGN')
    const prompt = await gateway.request('POST', '/api/sessions/main/prompt', { message: '[]' }, own)
    expect(await prompt.json()).toMatchObject({ error: { code: 'OPERATOR_ONLY' } })
  })

  test('behavior: the token stands in no file, argument or log; agents have tokens of their own', async () => {
    await gateway.request('POST', '/api/tools/call', { tool: TOKEN, params: {}, sessionKey: TOKEN })
    await gateway.request('GET', `/${TOKEN}`)
    const pid = gateway.agents.get('main')
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    const [, session = 'none'] = /ASSAY_GATEWAY_TOKEN=([^\0]+)/.exec(environment) ?? []
    await expect.poll(() => gateway.readOutput()).toContain('GET /[token]')
    const places = [
      readFileSync(join(folder.folder, '.gateway', first), 'utf8'),
      readFileSync(`/proc/${gateway.pid}/cmdline`, 'utf8'),
      gateway.readOutput(),
    ]
    for (const place of places) {
      expect(place).not.toContain(TOKEN)
      expect(place).not.toContain(session)
    }
    expect(environment).not.toContain(TOKEN)
  })

  test('error: a wrong token, and a gateway that has ended, reach the model, which goes on', async () => {
    const [stranger, left] = [
      startPi({ ASSAY_GATEWAY_TOKEN: TOKEN.replace('an', 'no'), ASSAY_GATEWAY_SESSION: 'main' }),
      startPi({ ASSAY_GATEWAY_TOKEN: TOKEN, ASSAY_GATEWAY_SESSION: 'main' }),
    ]
    expect(texts(await stranger.play(['note_add', { text: 'x' }]))).toEqual([
      expect.stringMatching(/^UNAUTHORIZED: the request has another token, /),
    ])
    expect(texts(await left.play(['note_add', { text: 'x' }]))).toEqual(['kept {"text":"x"}'])
    expect(await gateway.stop()).toBe(0)
    expect(texts(await left.play(['note_add', { text: 'x' }]))).toEqual([
      expect.stringMatching(
        /^GATEWAY_UNREACHABLE: the gateway at http:\S+ does not answer \(ECONNREFUSED\)\n {2}do: /,
      ),
    ])
    expect(texts(await left.play())).toEqual([])
    await Promise.all([stranger.close(), left.close()])
  })

  test('AC-6: a gateway that is started again with other tools generates the extension anew', async () => {
    expect(gateway.exitCode).toBe(0)
    expect(folder.listBridges()).toEqual([])
    expect(isRunning(gateway.agents.get('main') as number)).toBe(false)
    folder.write('plugins/stuck.mjs', NOTES.replaceAll('note_add', 'memo_add').replace('no-secrets', 'none'))
    gateway = await startGatewayProcess(join(folder.folder, 'gateway.toml'))
    const bridges = folder.listBridges()
    expect(bridges).toHaveLength(1)
    expect(bridges).not.toEqual([first])
    const told = await gateway.play('main', ['memo_add', { text: 'y' }], ['stuck', {}])
    expect(named(told)).toEqual(['memo_add', 'note_add', 'send_media', 'send_message'])
    expect(texts(told)).toEqual(['kept {"text":"y"}', 'Tool stuck not found'])
    expect(folder.readOutbox('main')).toHaveLength(2)
  })

  test('error: no agent and no file outlives a gateway that was killed, and the next one starts', async () => {
    const pid = gateway.agents.get('main') as number
    gateway.kill()
    await expect.poll(() => isRunning(pid)).toBe(false)
    gateway = await startGatewayProcess(
      folder.write('plain.toml', configOf().replaceAll(/command = .*/g, '')),
    )
    expect(gateway.agents.size).toBe(0)
    const response = await gateway.request('POST', '/api/sessions/main/prompt', { message: '[]' })
    expect(await response.json()).toMatchObject({ error: { code: 'AGENT_NOT_RUNNING' } })
  })
})

test('AC-7: without the bridge agents go on with the hand-written gateway-tools, and nothing is lost', async () => {
  const before = folder.readOutbox('main')
  const rollback = `[bridge]\nenabled = false\nextensions = [${JSON.stringify(GATEWAY_TOOLS)}]`
  const gateway = await startGatewayProcess(folder.write('rollback.toml', configOf(rollback)))
  expect(folder.listBridges()).toEqual([])
  const told = await gateway.play('main', ['send_message', { text: 'still here' }])
  expect(named(told)).toEqual(['send_message'])
  expect(told.results.map(({ isError }) => isError)).toEqual([false])
  expect(await gateway.stop()).toBe(0)
  const after = folder.readOutbox('main')
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)).toMatchObject({ text: 'still here' })
})
