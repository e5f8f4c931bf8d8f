import type { ExtensionAPI, ToolDefinition } from '@earendil-works/pi-coding-agent'
import { expect, test } from 'vitest'
import { toToolError } from '../../core/runner.ts'
import type { Agent } from '../agent.ts'
import type { PiTool } from '../pi-tool.ts'
import { createBardoTools } from './bardo-tools.ts'
import type { CallLedger } from './call-ledger.ts'

/** A tool that never answers, as it is registered; `lent` is the signal of its latest call. */
function register() {
  const lent: { signal?: AbortSignal | undefined } = {}
  const tool = {
    name: 'wait',
    execute(_id, _params, signal) {
      lent.signal = signal
      return new Promise(() => undefined)
    },
  } as Partial<PiTool> as PiTool
  const timers = new Set<() => void>()
  const definitions: ToolDefinition[] = []
  const host = {
    agent: { piTools: [tool], refuse: toToolError } as Partial<Agent> as Agent,
    clock: {
      wallMs: () => 0,
      tick: () => 1,
      setTimer(_: number, callback: () => void) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    connectWallet: () => () => undefined,
    subscribe: () => () => undefined,
  }
  const ledger = { claim: () => undefined, fail: () => undefined } as Partial<CallLedger> as CallLedger
  createBardoTools(
    host,
    ledger,
  )({
    on: () => () => undefined,
    registerTool: (definition: ToolDefinition) => definitions.push(definition),
  } as Partial<ExtensionAPI> as ExtensionAPI)
  const call = (signal?: AbortSignal) => definitions[0]?.execute('1', {}, signal, undefined, {} as never)
  return { lent, timers, call }
}

test('behavior: a tool is told when the session gives up its call', () => {
  const { lent, call } = register()
  const session = new AbortController()
  void call(session.signal)
  expect(lent.signal?.aborted).toBe(false)
  session.abort()
  expect(lent.signal?.aborted).toBe(true)
})

test.each([
  ['a session that may give up', new AbortController().signal],
  ['one that cannot', undefined],
])('error: CALL_TIMED_OUT of %s, and the tool is told', async (_, signal) => {
  const { lent, timers, call } = register()
  const answer = call(signal)
  for (const expire of timers) expire()
  await expect(answer).rejects.toMatchObject({ code: 'CALL_TIMED_OUT' })
  expect(lent.signal?.aborted).toBe(true)
  expect(timers.size).toBe(0)
})
