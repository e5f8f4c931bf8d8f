import { describe, expect, test } from 'vitest'
import { createTickBudget } from './tick-budget.ts'

const create = (limits?: { maxCalls: number; maxMs: number }) => {
  const now = { tick: 1, wallMs: 1_000 }
  const clock = { tick: () => now.tick, wallMs: () => now.wallMs, setTimer: () => () => undefined }
  return { now, budget: createTickBudget(limits, clock) }
}

describe('createTickBudget', () => {
  test('default: what is left of a tick shrinks from its first call on, and begins anew with the next', () => {
    const { now, budget } = create({ maxCalls: 9, maxMs: 30_000 })
    now.wallMs += 5_000
    expect(budget.remainingMs()).toBe(30_000)
    budget.take('query_state')
    now.wallMs += 10_000
    expect(budget.remainingMs()).toBe(20_000)
    now.wallMs += 40_000
    expect(budget.remainingMs()).toBe(0)
    now.tick += 1
    expect(budget.remainingMs()).toBe(30_000)
  })

  test('behavior: a clock that is set back gives no time back', () => {
    const { now, budget } = create({ maxCalls: 9, maxMs: 30_000 })
    budget.take('query_state')
    now.wallMs -= 20_000
    expect(budget.remainingMs()).toBe(10_000)
  })

  test('behavior: nor does a clock that is set back and goes on from there, or to and fro', () => {
    const { now, budget } = create({ maxCalls: 9, maxMs: 30_000 })
    budget.take('query_state')
    now.wallMs += 9_000
    expect(budget.remainingMs()).toBe(21_000)
    now.wallMs -= 9_000
    expect(budget.remainingMs()).toBe(12_000)
    now.wallMs += 5_000
    budget.take('query_state')
    expect(budget.remainingMs()).toBe(7_000)
    now.wallMs -= 7_000
    expect(() => budget.take('query_state')).toThrow('TICK_TIME_USED_UP')
    now.wallMs += 7_000
    expect(budget.remainingMs()).toBe(0)
  })

  test('behavior: without limits it is endless', () => {
    expect(create().budget.remainingMs()).toBe(Number.POSITIVE_INFINITY)
  })

  test('error: TICK_CALLS_USED_UP, TICK_TIME_USED_UP; a halt is never refused', () => {
    const { now, budget } = create({ maxCalls: 1, maxMs: 10 })
    budget.take('query_state')
    expect(() => budget.take('query_state')).toThrow('TICK_CALLS_USED_UP')
    budget.take('emergency_halt')
    now.tick += 1
    budget.take('query_state')
    now.tick += 1
    now.wallMs += 10
    budget.take('query_state')
    now.wallMs += 10
    expect(() => budget.take('query_state')).toThrow('TICK_')
  })
})
