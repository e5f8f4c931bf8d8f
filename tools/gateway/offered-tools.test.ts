import { expect, test } from 'vitest'
import { takeOfferedTools } from './offered-tools.ts'

const NOTE = {
  name: 'note_add',
  description: 'Keep a note.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  plugin: 'notes',
  isBridged: true,
}

const open = (tools: readonly unknown[], answer: unknown = { content: [] }) => {
  const calls: unknown[] = []
  const call = async (...made: unknown[]) => {
    calls.push(made)
    return answer
  }
  return { calls, take: (...names: string[]) => takeOfferedTools({ tools, call }, names) }
}

test('default: those that are named, in this order, and none else; a call goes by the name', async () => {
  const { calls, take } = open([NOTE, { ...NOTE, name: 'memo_add' }, { ...NOTE, name: 'left_out' }])
  const tools = take('memo_add', 'note_add')
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ['memo_add', 'Keep a note.'],
    ['note_add', 'Keep a note.'],
  ])
  await expect(tools[0]?.call({ text: 'x' }, undefined)).resolves.toEqual({ content: [] })
  expect(calls).toEqual([['memo_add', { text: 'x' }, undefined]])
})

test.each([
  ['one that there is not', [NOTE], 'note_ad', 'note_ad, which the gateway does not offer .*note_add'],
  ['one that no agent is offered', [{ ...NOTE, isBridged: false }], 'note_add', 'does not offer'],
  ['one that is not said to be offered', [{ ...NOTE, isBridged: undefined }], 'note_add', 'does not offer'],
  ['what is no tool', [null, 'note_add', { name: 7 }, {}], 'note_add', 'does not offer'],
])('error: GATEWAY_TOOL_MISSING for %s', (_, tools, name, message) => {
  expect(() => open(tools).take(name)).toThrow(
    expect.objectContaining({ code: 'GATEWAY_TOOL_MISSING', shortMessage: expect.stringMatching(message) }),
  )
})

test.each([
  ['TOOL_NAME_INVALID', { ...NOTE, name: 'Note add' }],
  ['TOOL_TEXT_INVALID', { ...NOTE, description: ' ' }],
  ['TOOL_TEXT_INVALID', { ...NOTE, description: 'x'.repeat(2_001) }],
  ['TOOL_SCHEMA_INVALID', { ...NOTE, parameters: { type: 'string' } }],
  [
    'TOOL_SCHEMA_INVALID',
    { ...NOTE, parameters: { type: 'object', properties: { a: { pattern: '^(a+)+$' } } } },
  ],
])('I45: error: %s for what a gateway says of a tool (%#)', (code, tool) => {
  expect(() => open([tool]).take(tool.name)).toThrow(expect.objectContaining({ code }))
})

test.each([
  [undefined],
  ['done'],
  [{ content: 'x' }],
  [{ content: [{ type: 'audio' }] }],
])('I45: error: RESULT_INVALID for an answer that is no result (%#)', async (answer) => {
  const [tool] = open([NOTE], answer ?? null).take('note_add')
  await expect(tool?.call({}, undefined)).rejects.toMatchObject({ code: 'RESULT_INVALID' })
})
