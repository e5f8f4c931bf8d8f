import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type AssayEvent, createEventBus } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import { type RunnerDeps, runReadTool } from '../../core/runner.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool, type ReadTool } from '../../core/tool-def.ts'
import { thenPrices } from '../../kit/likely-reads.ts'
import type { Stack } from '../stack.ts'
import { createSpeculation } from './speculator.ts'

const POOL = 'uniswap_get_pool_info'
const PRICE = 'data_get_token_price'

/** A world whose prices follow from its block, with a stack over it that reads ahead or does not. */
function create(isOn: boolean) {
  const now = { tick: 1, block: 1n, requests: 0, isSilent: false }
  const timers = new Set<() => void>()
  const silence = Promise.withResolvers<void>()
  const bus = createEventBus()
  const events: AssayEvent[] = []
  bus.subscribe((event) => events.push(event))
  const clock = {
    wallMs: () => 5,
    tick: () => now.tick,
    setTimer(_: number, callback: () => void) {
      timers.add(callback)
      return () => timers.delete(callback)
    },
  }
  const chain = {
    async getBlock() {
      now.requests += 1
      if (now.isSilent) await silence.promise
      return { number: now.block, hash: `0x${now.block}` }
    },
    async getGasPrice() {
      now.requests += 1
      return now.block
    },
  }
  const define = (name: string, requests: number): ReadTool =>
    defineReadTool({
      name,
      description: '',
      category: 'data',
      riskTier: 'layer1',
      tickBudget: 'fast',
      progressSteps: [],
      spriteTrigger: 'thinking',
      promptSnippet: '',
      promptGuidelines: [],
      supportedChains: [31_337],
      input: Type.Record(Type.String(), Type.String()),
      output: Type.Unknown(),
      errorCodes: [],
      ...(name === POOL ? { leadsTo: [thenPrices(0.85, ({ tokenA, tokenB }) => [tokenA, tokenB])] } : {}),
      async read(params, ctx) {
        let gas = 0n
        for (let count = 0; count < requests; count += 1) gas = await ctx.chain.getGasPrice()
        return { ...params, at: gas.toString() }
      },
    })
  const tools = new Map([POOL, PRICE].map((name) => [name, define(name, 3)]))
  const runner = {
    events: bus,
    context: { book: { chainId: 31_337 }, chain, clock, safety: {} },
  } as unknown as RunnerDeps
  const find = (name: string) => {
    const tool = tools.get(name)
    if (tool === undefined) throw new Error(`no ${name}`)
    return tool
  }
  const stack = {
    runner,
    find,
    read: async (name: string, params: unknown) => ({
      schemaVersion: 1,
      tool: name,
      isError: false,
      data: (await runReadTool(find(name), params, runner)) as Json,
    }),
    async commit() {
      now.block += 1n
      return {}
    },
  } as unknown as Stack
  const speculation = createSpeculation({ events: bus, clock })
  return {
    now,
    timers,
    speak: silence.resolve,
    tools,
    events,
    speculation,
    stack,
    over: isOn ? speculation.over(stack) : stack,
    hits: () => events.filter(({ kind }) => kind === 'speculation:hit').length,
    told: () => events.filter(({ kind }) => !kind.startsWith('speculation:')),
  }
}

const pool = { tokenA: 'USDC', tokenB: 'WETH' }

describe('createSpeculation', () => {
  test('default: what follows is read ahead; the model waits for one request in the place of three', async () => {
    const { over, speculation, now, hits } = create(true)
    await over.read(POOL, pool)
    await speculation.idle()
    const before = now.requests
    const { data } = await over.read(PRICE, { token: 'WETH' })
    expect(data).toEqual({ token: 'WETH', at: '1' })
    expect(now.requests - before).toBe(1)
    expect(hits()).toBe(1)
  })

  test('behavior: a new block, a commit, another tick and another session know nothing of it', async () => {
    for (const change of ['block', 'commit', 'tick', 'session'] as const) {
      const { over, stack, speculation, now, hits } = create(true)
      await over.read(POOL, pool)
      await speculation.idle()
      if (change === 'block') now.block += 1n
      if (change === 'commit') await over.commit('0x')
      if (change === 'tick') now.tick += 1
      const asking = change === 'session' ? speculation.over(stack) : over
      const { data } = await asking.read(PRICE, { token: 'WETH' })
      expect(data, change).toEqual({ token: 'WETH', at: now.block.toString() })
      expect(hits(), change).toBe(0)
    }
  })

  test('behavior: it is read ahead again once a block made it void', async () => {
    const { over, speculation, now, hits } = create(true)
    await over.read(POOL, pool)
    await speculation.idle()
    now.block += 1n
    await over.read(PRICE, { token: 'WETH' })
    await over.read(POOL, pool)
    await speculation.idle()
    await over.read(PRICE, { token: 'USDC' })
    expect(hits()).toBe(1)
  })

  test('behavior: what is asked for while it is read ahead waits for that, and is read once', async () => {
    const { over, now, hits } = create(true)
    await over.read(POOL, pool)
    await over.read(PRICE, { token: 'USDC' })
    expect(hits()).toBe(1)
    expect(now.requests).toBeLessThanOrEqual(3 + 2 * 5 + 1)
  })

  test('behavior: what is read ahead is waited for within the budget of the read that waits', async () => {
    for (const when of ['before', 'after'] as const) {
      const { over, now, timers, speak, speculation, events } = create(true)
      now.isSilent = when === 'before'
      await over.read(POOL, pool)
      // The node falls silent while it says which block is the latest: before the reads ahead, or after them.
      if (when === 'after') await speculation.idle()
      now.isSilent = true
      const waiting = expect(over.read(PRICE, { token: 'USDC' }), when).rejects.toMatchObject({
        code: 'TICK_BUDGET_EXCEEDED',
      })
      await vi.waitUntil(() => timers.size > 0)
      for (const expire of timers) expire()
      await waiting
      const told = events.length
      // What comes after its time is neither used nor told.
      speak()
      await nextTurn()
      expect(events.slice(told), when).toEqual([])
    }
  })

  test('behavior: a tick reads ahead so often and no more, and tells what came of it', async () => {
    const { over, speculation, events } = create(true)
    for (let count = 0; count < 20; count += 1) {
      await over.read(POOL, { tokenA: `A${count}`, tokenB: `B${count}` })
      await speculation.idle()
    }
    speculation.endTick()
    const [ended] = events.filter(({ kind }) => kind === 'speculation:ended')
    expect(ended).toEqual({
      kind: 'speculation:ended',
      tick: 1,
      reads: 20,
      read_ahead: 16,
      hits: 0,
      // The head before and after, and three requests of the tool.
      requests: 16 * 5,
    })
  })

  test('behavior: what is never asked for is not read ahead any more', async () => {
    const { over, speculation, now } = create(true)
    const readAhead = async () => {
      const before = now.requests
      await over.read(POOL, pool)
      await speculation.idle()
      now.tick += 1
      return now.requests - before > 3
    }
    expect(await readAhead()).toBe(true)
    for (let count = 0; count < 10; count += 1) await readAhead()
    expect(await readAhead()).toBe(false)
  })

  test('behavior: what cannot be read ahead, and what is none of the tools, changes nothing', async () => {
    const { over, speculation, tools, hits } = create(true)
    tools.delete(PRICE)
    await over.read(POOL, pool)
    await speculation.idle()
    await expect(over.read(PRICE, { token: 'WETH' })).rejects.toThrow('no data_get_token_price')
    await expect(over.read(POOL, { tokenA: 5 })).rejects.toThrow('INVALID_PARAMS')
    expect(hits()).toBe(0)
  })

  test('property: with and without it the model is told the same, and the same is announced', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('pool' as const), token: fc.constantFrom('WETH', 'WBTC') }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant('price' as const),
          token: fc.constantFrom('USDC', 'WETH', 'WBTC'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constantFrom('block', 'commit', 'tick', 'rest'),
          token: fc.constant(''),
        }),
      },
    )
    const play = async (isOn: boolean, steps: readonly { do: string; token: string }[]) => {
      const { over, now, speculation, told } = create(isOn)
      const answers: unknown[] = []
      for (const { do: what, token } of steps) {
        if (what === 'pool') answers.push(await over.read(POOL, { tokenA: 'USDC', tokenB: token }))
        if (what === 'price') answers.push(await over.read(PRICE, { token }))
        if (what === 'block') now.block += 1n
        if (what === 'commit') await over.commit('0x')
        if (what === 'tick') now.tick += 1
        if (what === 'rest') await speculation.idle()
      }
      await speculation.idle()
      return { answers, told: told() }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        expect(await play(true, steps)).toEqual(await play(false, steps))
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})
