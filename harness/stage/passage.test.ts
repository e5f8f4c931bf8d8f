import { expect, test } from 'vitest'
import type { Feeds } from './feeds.ts'
import type { Ground } from './ground.ts'
import { createPassage } from './passage.ts'

/** Time over a chain that takes a turn of the event loop to mine a block. */
function createGround() {
  let [elapsedMs, wallMs, headSeconds] = [0, 0, 0n]
  const ground = {
    timers: {
      elapsedMs: () => elapsedMs,
      elapse(ms: number) {
        elapsedMs += ms
      },
    },
    clock: {
      moveWallMs(ms: number) {
        wallMs += ms
      },
    },
    observer: { invalidate: () => undefined },
    miner: { isOn: true },
    chain: {
      fork: {
        headTimestampSeconds: () => headSeconds,
        async mine(at: bigint) {
          await new Promise(setImmediate)
          headSeconds = at
        },
      },
    },
  } as unknown as Ground
  return { ground, read: () => ({ elapsedMs, wallMs, headSeconds }) }
}

test('behavior: the time by which several answers are late passes once', async () => {
  const { ground, read } = createGround()
  const { passUntil } = createPassage(ground, {} as Feeds)
  await Promise.all([passUntil(3_000), passUntil(3_000), passUntil(4_000)])
  expect(read()).toEqual({ elapsedMs: 4_000, wallMs: 4_000, headSeconds: 4n })
})
