import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from '../workspace/backends/memory-backend.ts'
import { createTools } from '../workspace/presets.ts'
import { readConfig } from './config/read-config.ts'
import { openDeclaredGateway } from './open-gateway.ts'

const NAMES = { tools: [], archetypes: [], protocols: [], accounts: [] }
const read = (text: string) => readConfig({ path: 'agent.toml', text }, NAMES)

const offer = (name: string) => ({
  ...{ name, description: 'd', plugin: 'p', isBridged: true },
  parameters: { type: 'object' },
})
const GATEWAY = { tools: [offer('note_add'), offer('read_later')], call: async () => ({ content: [] }) }
const [READ] = createTools(['read'], {
  backend: createMemoryBackend(),
  clock: { wallMs: () => 0, setTimer: () => () => undefined },
})

test('default: none of what a gateway offers without a config that names it', () => {
  expect(openDeclaredGateway({ gateway: GATEWAY }, read(''), undefined)).toEqual([])
})

test('default: those that the config names, and no other', () => {
  const tools = openDeclaredGateway({ gateway: GATEWAY }, read('[gateway]\ntools = ["note_add"]'), undefined)
  expect(tools.map(({ name }) => name)).toEqual(['note_add'])
})

test('error: GATEWAY_NOT_AVAILABLE where the process has none', () => {
  expect(() => openDeclaredGateway({}, read('[gateway]\ntools = ["note_add"]'), undefined)).toThrow(
    expect.objectContaining({ code: 'GATEWAY_NOT_AVAILABLE' }),
  )
})

test('error: GATEWAY_TOOL_TAKEN by a tool of the workspace, that of a file included', () => {
  const ofFile = { ...READ, name: 'read_later' } as NonNullable<typeof READ>
  const open = () =>
    openDeclaredGateway({ gateway: GATEWAY }, read('[gateway]\ntools = ["read_later"]'), { tools: [ofFile] })
  expect(open).toThrow(expect.objectContaining({ code: 'GATEWAY_TOOL_TAKEN' }))
})

describe('a config', () => {
  test.each([
    [
      'a tool of the stack',
      'tools = ["note_add", "commit_action"]',
      /2:22: expected a tool of a plugin.*commit_action/,
    ],
    ['the ninth', 'tools = ["delegate_task"]', /2:10: .*delegate_task/],
    ['a tool of the workspace', 'tools = ["bash"]', /2:10: .*bash/],
    ['no tool', 'tools = []', /2:1: /],
    ['no list', '', /1:\d+: /],
    ['one twice', 'tools = ["note_add", "note_add"]', /2:/],
  ])('error: that names %s is refused at its place', (_, lines, problem) => {
    expect(() => read(`[gateway]\n${lines}`)).toThrow(problem)
  })
})
