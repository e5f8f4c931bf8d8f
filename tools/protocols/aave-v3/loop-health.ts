import { divideUp } from '../../kit/divide-up.ts'
import { WAD } from './rates.ts'

/** What a loop stands at: its health, and how far its collateral may fall, in basis points. */
export interface LoopHealth {
  readonly healthWad: bigint
  /** Rounded down, below zero where it is past that; undefined where the collateral secures nothing. */
  readonly distanceBps: bigint | undefined
}

/** Compute what a loop of a leverage above one stands at, by the share at which its collateral is liquidated. */
export function toLoopHealth(leverageBps: bigint, thresholdBps: bigint): LoopHealth {
  const owed = leverageBps - 10_000n
  const healthWad = (leverageBps * thresholdBps * WAD) / (owed * 10_000n)
  return {
    healthWad,
    distanceBps: healthWad === 0n ? undefined : 10_000n - divideUp(WAD * 10_000n, healthWad),
  }
}
