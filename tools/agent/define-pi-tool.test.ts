import { expect, test } from 'vitest'
import { Type } from '../core/schema.ts'
import { definePiTool } from './define-pi-tool.ts'
import { MAX_CONTENT_LENGTH } from './paging.ts'
import type { PiDoor } from './pi-door.ts'

/** A door through which everything goes as it is. */
const DOOR = {
  admit: (_: string, args: unknown) => args,
  refuse: (_: string, cause: unknown) => cause,
  pass: (_: string, args: unknown, body: (args: unknown) => Promise<unknown>) => body(args),
} as unknown as PiDoor

const told = async (length: number) => {
  const tool = definePiTool(DOOR, {
    name: 'query_state',
    label: '',
    description: '',
    promptSnippet: '',
    parameters: Type.Object({}),
    executionMode: 'parallel',
    run: async () => 'x'.repeat(length),
  })
  const { content, details } = await tool.execute('1', {})
  return { content, details: String(details).length }
}

test('behavior: the model is told so much of an answer and no more, and that it was cut', async () => {
  const most = MAX_CONTENT_LENGTH - '""'.length
  expect(await told(most)).toEqual({
    content: [{ type: 'text', text: JSON.stringify('x'.repeat(most)) }],
    details: most,
  })
  expect(await told(most + 1)).toEqual({
    content: [
      {
        type: 'text',
        text: `"${'x'.repeat(MAX_CONTENT_LENGTH - 1)}… (cut: 65536 of 65537 characters; ask for less)`,
      },
    ],
    details: most + 1,
  })
})
