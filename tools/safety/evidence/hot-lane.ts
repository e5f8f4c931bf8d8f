import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { SimulationEnvironment } from '../../core/chain.ts'
import { decodeCageError } from './cage-rejection.ts'

/** What would leave without the guardian's signature, and what the cage lets leave so, in USDC base units. */
export interface GuardianDemand {
  readonly found: bigint
  readonly expected: bigint
}

/** Slot of the cage that holds its guardian and, above it, its hot lane (`CageState.Rules`). */
export const LANE_SLOT = numberToHex(3, { size: 32 })

/** No guardian, and a hot lane without an end. */
const LIFTED = pad(numberToHex(2n ** 96n - 1n, { size: 12 }), { dir: 'right', size: 32 })

/** Read from revert data that the cage asks for the guardian's signature; undefined when it does not. */
export function readGuardianDemand(returnData: Hex): GuardianDemand | undefined {
  const error = decodeCageError(returnData)
  if (error?.errorName !== 'GuardianRequired') return undefined
  const [found, expected] = error.args
  return { found, expected }
}

/**
 * Pretend that the cage has no hot lane, to see what an action does before the guardian signed it.
 *
 * Nothing is allowed by it: what is sent carries the signature, and those very bytes are tried out without it.
 */
export const liftHotLane = (cage: Address): Pick<SimulationEnvironment, 'storage'> => ({
  storage: { account: cage, slot: LANE_SLOT, value: LIFTED },
})
