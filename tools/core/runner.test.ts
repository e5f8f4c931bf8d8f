import { describe, expect, test } from 'vitest'
import { createEventBus } from './events.ts'
import { type RunnerDeps, runReadTool } from './runner.ts'
import { Type } from './schema.ts'
import { defineReadTool, type ReadTool } from './tool-def.ts'

/** A tool that promises a count and answers whatever it is made with. */
const answering = (data: unknown) =>
  defineReadTool({
    name: 'data_get_count',
    description: 'Count.',
    category: 'data',
    riskTier: 'layer1',
    tickBudget: 'fast',
    progressSteps: [],
    spriteTrigger: 'thinking',
    promptSnippet: 'data_get_count counts.',
    promptGuidelines: [],
    supportedChains: [31337],
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({ count: Type.Integer() }, { additionalProperties: false }),
    errorCodes: [],
    read: async () => data as { count: number },
  }) as unknown as ReadTool

const run = (data: unknown, chainId = 31337) =>
  runReadTool(answering(data), {}, {
    events: createEventBus(),
    context: {
      book: { chainId },
      clock: { wallMs: () => 0, tick: () => 1, setTimer: () => () => undefined },
    },
  } as unknown as RunnerDeps)

describe('runReadTool', () => {
  test('default', async () => {
    await expect(run({ count: 1 })).resolves.toEqual({ count: 1 })
  })

  test.each([
    { count: 0.5 },
    { count: '1' },
    { count: 1, more: 1 },
    null,
  ])('error: OUTPUT_INVALID for %j', async (data) => {
    await expect(run(data)).rejects.toMatchObject({ code: 'OUTPUT_INVALID', layer: 'tool' })
  })

  test('error: CHAIN_NOT_SUPPORTED before anything is read', async () => {
    await expect(run({ count: 1 }, 10)).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
      args: { supported: '31337', chainId: 10 },
    })
  })
})
