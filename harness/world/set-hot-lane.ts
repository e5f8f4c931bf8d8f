import { type Address, concatHex, numberToHex } from 'viem'
import { LANE_SLOT } from '../../tools/safety/evidence/hot-lane.ts'
import type { ForkControl } from '../chain/fork-control.ts'
import type { CagePolicy } from './default-policy.ts'

/**
 * Give a cage another hot lane, as if it had been built with it: deploying one of its own for each scenario that says
 * what needs the guardian would take most of the scenario's time.
 */
export async function setHotLane(
  { rpc }: Pick<ForkControl, 'rpc'>,
  cage: Address,
  { hotLaneUsdc, guardian }: Pick<CagePolicy, 'hotLaneUsdc' | 'guardian'>,
): Promise<void> {
  const most = 2n ** 96n - 1n
  const lane = numberToHex(hotLaneUsdc < most ? hotLaneUsdc : most, { size: 12 })
  await rpc.request('anvil_setStorageAt', [cage, LANE_SLOT, concatHex([lane, guardian])])
}
