import * as fc from 'fast-check'
import { defineProperty } from '../../../harness/property/define-property.ts'
import { assertLaw } from '../../../harness/property/law-violation.ts'

interface Case {
  readonly ttlSeconds: number
  /** Waiting time relative to the TTL, so that the boundary is drawn often. */
  readonly offsetMs: number
  readonly wallSkewMs: number
}

/** A permit lives for issued ≤ now < issued + TTL, on both clocks. */
export const PROPERTY = defineProperty<Case>({
  name: 'a permit lives exactly as long as its TTL on both clocks',
  description: 'Waits around the TTL, with the wall clock ahead or behind, and commits.',
  invariants: ['I14'],
  profile: 'trader',
  draws: { total: 100, cell: 10 },
  arbitrary: fc.record({
    ttlSeconds: fc.integer({ min: 5, max: 90 }),
    offsetMs: fc.oneof(fc.constantFrom(-1_000, -1, 0, 1, 1_000), fc.integer({ min: -5_000, max: 5_000 })),
    wallSkewMs: fc.constantFrom(0, 0, -4_000, 4_000),
  }),
  async check({ ttlSeconds, offsetMs, wallSkewMs }, world) {
    const stage = await world.open({ choices: { permitTtlSeconds: ttlSeconds } })
    const preview = await stage.agent.call('preview_action', {
      kind: 'wrap',
      params: { amountBaseUnits: '1000' },
    })
    const { permitId } = preview.details as { permitId: string }
    const waitedMs = ttlSeconds * 1_000 + offsetMs
    await stage.clock.advance(waitedMs)
    stage.clock.moveWallMs(wallSkewMs)
    const commit = await stage.agent.call('commit_action', { permitId })
    const isAliveOnWall = Math.max(0, waitedMs + wallSkewMs) < ttlSeconds * 1_000
    const isAliveOnChain = Math.floor(waitedMs / 1_000) < ttlSeconds
    const expected = isAliveOnWall && isAliveOnChain ? 'committed' : 'PERMIT_EXPIRED'
    const found = commit.error?.code ?? 'committed'
    assertLaw(found === expected, 'permit.half-open-ttl', expected, found)
  },
})
