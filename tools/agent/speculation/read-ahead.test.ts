import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { type AssayEvent, createEventBus } from '../../core/events.ts'
import type { RunnerDeps } from '../../core/runner.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool, type ReadTool } from '../../core/tool-def.ts'
import { readAhead } from './read-ahead.ts'

const define = (read: (ctx: ToolContext) => Promise<unknown>): ReadTool =>
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
    supportedChains: [31_337],
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Unknown(),
    errorCodes: [],
    read: (_, ctx) => read(ctx),
  })

function run(tool: ReadTool, head: { number: bigint } = { number: 1n }) {
  const seen: AssayEvent[] = []
  const events = createEventBus()
  events.subscribe((event) => seen.push(event))
  let requests = 0
  const runner = {
    events,
    context: {
      book: { chainId: 31_337 },
      chain: { getBlock: async () => ({ number: head.number, hash: `0x${head.number}` }) },
      clock: { wallMs: () => 5, tick: () => 1, setTimer: () => () => undefined },
      safety: { haltedSince: () => undefined },
    },
  } as unknown as RunnerDeps
  const ahead = readAhead(tool, {}, runner, {
    signal: new AbortController().signal,
    onRequest() {
      requests += 1
    },
  })
  return { ahead, seen, requests: () => requests }
}

describe('readAhead', () => {
  test('default: it is unseen, counts what it asks of the chain, and keeps what it would have announced', async () => {
    const { ahead, seen, requests } = run(define(async ({ chain }) => (await chain.getBlock()).number === 1n))
    expect(await ahead).toMatchObject({
      data: true,
      block: '1 0x1',
      events: [
        { kind: 'tool:start', tick: 1 },
        { kind: 'tool:end', success: true },
      ],
    })
    expect(seen).toEqual([])
    expect(requests()).toBe(3)
  })

  test.each([
    ['the time of day', ({ clock }: ToolContext) => clock.wallMs()],
    ['the tick', ({ clock }: ToolContext) => clock.tick()],
    ['the safety layer', ({ safety }: ToolContext) => safety.haltedSince()],
  ])('behavior: an answer that depends on %s is not kept', async (_, depend) => {
    const { ahead } = run(define(async (ctx) => depend(ctx) ?? null))
    expect(await ahead).toBeUndefined()
  })

  test('behavior: an answer over which another block came is not kept', async () => {
    const head = { number: 1n }
    const { ahead } = run(
      define(async () => {
        head.number += 1n
        return 1
      }),
      head,
    )
    expect(await ahead).toBeUndefined()
  })

  test('error: SPECULATION_REFUSED for what is given as a read although it is none; it does not run', async () => {
    let runs = 0
    const tool = define(async ({ chain }: { chain: ChainReader }) => {
      runs += 1
      return chain.chainId
    })
    for (const capability of ['write', 'privileged', 'control']) {
      const disguised = { ...tool, capability } as unknown as ReadTool
      await expect(run(disguised).ahead).rejects.toMatchObject({ code: 'SPECULATION_REFUSED' })
    }
    expect(runs).toBe(0)
  })
})
