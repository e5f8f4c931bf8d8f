import { expect, test } from 'vitest'
import { createMemoryBackend } from '../../workspace/backends/memory-backend.ts'
import { createAllTools } from '../../workspace/presets.ts'
import type { PiDoor } from '../pi-door.ts'
import { createWorkspacePiTool } from './workspace-tool.ts'

const clock = { wallMs: () => 0, setTimer: () => () => undefined }

/** A door that only notes who passes. */
function open() {
  const passed: string[] = []
  const door = {
    admit: (_: string, args: unknown) => args,
    refuse: (_: string, cause: unknown) => cause,
    async passContent(tool: string, args: unknown, body: (args: unknown) => Promise<unknown>) {
      passed.push(tool)
      return body(args)
    },
  } as unknown as PiDoor
  const backend = createMemoryBackend()
  const tools = createAllTools({ backend, clock }).map((tool) => createWorkspacePiTool(tool, door))
  const call = (name: string, args: unknown) => tools.find((tool) => tool.name === name)?.execute('1', args)
  return { backend, call, passed, tools }
}

test('default: blocks become content of Pi, through the door', async () => {
  const { backend, call, passed } = open()
  await backend.file.writeFile('a.txt', Buffer.from('one\ntwo'))
  await backend.file.writeFile('a.gif', Buffer.from('GIF89a'))
  expect(await call('read', { path: 'a.txt' })).toEqual({
    content: [{ type: 'text', text: 'one\ntwo' }],
    details: { content: [{ kind: 'text', text: 'one\ntwo' }], exitCode: 0 },
  })
  expect((await call('read', { path: 'a.gif' }))?.content).toEqual([
    { type: 'image', mimeType: 'image/gif', data: Buffer.from('GIF89a').toString('base64') },
  ])
  expect(passed).toEqual(['read', 'read'])
})

test('error: an answer that is an error is thrown with its code and its way out', async () => {
  await expect(open().call('read', { path: '../x' })).rejects.toMatchObject({
    code: 'PATH_OUTSIDE',
    layer: 'tool',
    shortMessage: '"../x" lies outside of the workspace',
    hint: expect.stringContaining('stay within'),
  })
  await expect(open().call('bash', { command: 'id' })).rejects.toMatchObject({ code: 'EXEC_UNSUPPORTED' })
  await expect(open().call('read', {})).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('behavior: only what changes nothing runs beside others', () => {
  const parallel = open().tools.filter(({ executionMode }) => executionMode === 'parallel')
  expect(parallel.map(({ name }) => name)).toEqual(['read', 'grep', 'find'])
})
