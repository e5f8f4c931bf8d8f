import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { PositionIndex } from '../../core/position-source.ts'
import { vaultAbi as abi } from './abi.ts'
import { keyOf } from './places.ts'

/** An account has shares of a vault under the one key that is the vault's. */
export const INDEX: PositionIndex = {
  ask: (to) => [{ to, data: encodeFunctionData({ abi, functionName: 'totalSupply' }) }],
  read: ([supply], vault) =>
    supply === undefined ? { keys: [], missing: 'the vault does not answer' } : { keys: [keyOf(vault)] },
}
