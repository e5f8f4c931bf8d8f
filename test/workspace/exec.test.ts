import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from '../../tools/workspace/backends/memory-backend.ts'
import { createBashTool } from '../../tools/workspace/tools/bash.ts'
import { CLOCK } from './clock.ts'
import { describeExec } from './exec.ts'

describe('every backend runs commands alike', () => {
  for (const name of ['local', 'ssh', 'http'] as const) describeExec(name, 10)
})

test('error: EXEC_UNSUPPORTED in memory', async () => {
  const { content } = await createBashTool({ backend: createMemoryBackend(), clock: CLOCK }).execute({
    command: 'id',
  })
  expect(content).toMatchObject([{ kind: 'error', errCode: 'EXEC_UNSUPPORTED' }])
})
