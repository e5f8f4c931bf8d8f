import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type AssayEvent, createEventBus } from '../core/events.ts'
import type { Recovered } from '../safety/permit/recovery.ts'
import { createTicks } from './ticks.ts'

const PERMIT: Hex = `0x${'11'.repeat(32)}`

function create(takeUp: () => Promise<readonly Recovered[]>) {
  const now = { tick: 1, failsToRead: false }
  const read = <T>(value: T): T => {
    if (now.failsToRead) throw new Error('disk I/O error')
    return value
  }
  const done: string[] = []
  const events = createEventBus()
  const seen: AssayEvent[] = []
  events.subscribe((event) => seen.push(event))
  const ticks = createTicks({
    clock: { tick: () => now.tick },
    events,
    cycles: { turnTick: () => done.push('turn') },
    safety: {
      takeUp() {
        done.push('take up')
        return takeUp()
      },
      describePermit: () => read(undefined),
      view: { phase: () => read({ phase: 'cautious', epoch: 0, sinceWallMs: 0 }) } as never,
    },
    limits: { maxCalls: 3, maxMs: 30_000 },
  })
  return { now, done, seen, ticks }
}

describe('createTicks', () => {
  test('default: a tick is opened once, however many open it, and tells what it took up', async () => {
    const { now, done, seen, ticks } = create(async () => [{ permitId: PERMIT, step: 'committed' }])
    const [told, again] = await Promise.all([ticks.open(), ticks.open()])
    expect(told).toEqual([`Left open by an earlier tick: an action, permit ${PERMIT}: committed.`])
    expect(again).toBe(told)
    expect(done).toEqual(['turn', 'take up'])
    const opened = { kind: 'tick:opened', tick: 1, phase: 'cautious', max_calls: 3, max_ms: 30_000 }
    expect(seen).toEqual([opened, { kind: 'tick:taken-up', tick: 1, permit_id: PERMIT, step: 'committed' }])
    now.tick += 1
    await ticks.open()
    expect(done).toHaveLength(4)
  })

  test('behavior: a store that cannot be read keeps no tick from opening', async () => {
    const { now, ticks, seen } = create(async () => [{ permitId: PERMIT, step: 'unknown' }])
    now.failsToRead = true
    expect(await ticks.open()).toEqual([
      `Left open by an earlier tick: an action, permit ${PERMIT}: unknown.`,
    ])
    expect(seen).toMatchObject([{ kind: 'tick:opened', phase: 'unknown' }, { kind: 'tick:taken-up' }])
  })

  test('behavior: what cannot be taken up keeps no tick from opening', async () => {
    const { ticks, seen } = create(() => Promise.reject(new Error('the store failed')))
    expect(await ticks.open()).toEqual([])
    expect(seen.map(({ kind }) => kind)).toEqual(['tick:opened'])
  })
})
