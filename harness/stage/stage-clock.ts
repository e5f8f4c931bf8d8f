import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import { LOOK_EVERY_MS } from '../../tools/safety/guardian/guardian-look.ts'
import type { HarnessClock } from './clock.ts'
import type { Ground } from './ground.ts'
import { FEED_HEARTBEAT_MS, type Passage } from './passage.ts'

/** The clocks of stack and chain. */
export interface StageClock extends HarnessClock {
  /** Move both clocks; the guardian looks meanwhile. */
  advance(ms: number): Promise<void>
  /** Move the chain's clock alone. */
  moveChain(seconds: bigint): Promise<void>
  /** Tell the simulated time that the stack has waited so far for answers that were late or did not come. */
  waitedMs(): number
}

/** Looks of the guardian by which a mark has risen to what stands; further ones would show nothing else. */
const LOOKS_OF_A_TRIAL = 8

/** Create the clocks of a stage; `look` lets the guardian look, and tells whether it sent something. */
export function createStageClock(ground: Ground, passage: Passage, look: () => Promise<boolean>): StageClock {
  const { chain, clock, client, observer, options, timers } = ground
  const { heartbeatMs = Number.POSITIVE_INFINITY } = options
  let nextLookMs = 0
  let sinceBeatMs = 0
  /** Time passed: the ticks begin whose heartbeats were in it. */
  const beat = (ms: number) => {
    sinceBeatMs += ms
    const beats = Math.floor(sinceBeatMs / heartbeatMs)
    if (beats === 0) return
    clock.nextTick(beats)
    sinceBeatMs -= beats * heartbeatMs
  }
  /** Whether the guardian finds something to show when it looks. */
  const isAboveMark = async () => {
    const cage = { address: options.cage, abi: policyCageAbi } as const
    const [{ result: value = 0n }, { result: mark = 0n }] = await client.multicall({
      contracts: [
        { ...cage, functionName: 'valuePerShare' },
        { ...cage, functionName: 'highWaterMark' },
      ],
      ...(chain.book.multicall ? { multicallAddress: chain.book.multicall } : {}),
    })
    return mark > 0n && value > mark
  }
  return {
    ...clock,
    async advance(ms) {
      const endMs = passage.passedMs + ms
      const hasHeartbeat = ms >= FEED_HEARTBEAT_MS
      for (let looks = 0; looks < LOOKS_OF_A_TRIAL && endMs > nextLookMs; looks += 1) {
        if (!(await isAboveMark())) break
        await passage.pass(Math.max(nextLookMs - passage.passedMs, 0), hasHeartbeat)
        nextLookMs = passage.passedMs + LOOK_EVERY_MS
        // It looks by a timer of its own elsewhere.
        if (!(await look())) break
        await passage.passBlock()
      }
      await passage.pass(Math.max(endMs - passage.passedMs, 0), hasHeartbeat)
      nextLookMs = Math.max(nextLookMs, passage.passedMs)
      beat(ms)
    },
    async moveChain(seconds) {
      await chain.fork.advance(seconds)
      observer.invalidate()
    },
    waitedMs: timers.elapsedMs,
  }
}
