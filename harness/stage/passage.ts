import { createMutex } from '../../tools/core/mutex.ts'
import type { Feeds } from './feeds.ts'
import type { Ground } from './ground.ts'

/** Lets time pass on both clocks. */
export interface Passage {
  /** Let time pass; with a heartbeat the feeds publish again. */
  pass(ms: number, hasHeartbeat?: boolean): Promise<void>
  /** Let the time pass that is left until a moment of the timers. */
  passUntil(dueMs: number): Promise<void>
  /** Mine a block whose time counts as passed. */
  passBlock(): Promise<void>
  /** Time that has passed so far. */
  readonly passedMs: number
}

/** Feeds publish again when time moves by more than this, as a heartbeat would make them. */
export const FEED_HEARTBEAT_MS = 600_000

/** Create the passage of time of a stage. */
export function createPassage(ground: Ground, feeds: Feeds): Passage {
  const { timers, clock, observer, miner } = ground
  const { fork } = ground.chain
  let carriedMs = 0
  let passedMs = 0
  const inTurn = createMutex()
  const pass = async (ms: number, hasHeartbeat = ms >= FEED_HEARTBEAT_MS) => {
    carriedMs += ms
    passedMs += ms
    const seconds = Math.floor(carriedMs / 1_000)
    carriedMs -= seconds * 1_000
    if (seconds > 0) {
      const at = fork.headTimestampSeconds() + BigInt(seconds)
      if (hasHeartbeat) await feeds.refresh(at)
      await fork.mine(at)
    }
    clock.moveWallMs(ms)
    observer.invalidate()
  }
  return {
    pass,
    passUntil: (dueMs) =>
      // What several answers are late by passes once.
      inTurn(async () => {
        const leftMs = dueMs - timers.elapsedMs()
        if (leftMs <= 0) return
        if (miner.isOn) await pass(leftMs)
        else {
          // Nothing is mined; the chain catches up with the next block.
          carriedMs += leftMs
          clock.moveWallMs(leftMs)
        }
        timers.elapse(leftMs)
      }),
    async passBlock() {
      const before = fork.headTimestampSeconds()
      await miner.mineBlock()
      passedMs += Number(fork.headTimestampSeconds() - before) * 1_000
    },
    get passedMs() {
      return passedMs
    },
  }
}
