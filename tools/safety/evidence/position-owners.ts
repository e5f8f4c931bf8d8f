import { type Address, parseAbi } from 'viem'
import type { DecodedCall, DecodedPositionChange } from '../../core/call-decoder.ts'
import type { ChainReader } from '../../core/chain.ts'
import { findToolError } from '../../core/errors.ts'
import { askBoth, type Providers } from './second-provider.ts'

/** Whose a position is that an action changes; undefined when its contract knows no owner. */
export interface PositionOwner {
  readonly position: DecodedPositionChange
  readonly owner: Address | undefined
}

const abi = parseAbi(['function ownerOf(uint256) view returns (address)'])

/**
 * Read whose the numbered positions are that an action changes: anybody may add to anybody's.
 *
 * @throws ToolError PROVIDERS_DISAGREE, CHAIN_TIMEOUT, CHAIN_READ_FAILED
 */
export async function readPositionOwners(
  leaves: readonly DecodedCall[],
  providers: Providers<'readContract'>,
): Promise<readonly PositionOwner[]> {
  const numbered = leaves.flatMap(({ positions }) => positions).filter(({ id }) => id !== 'new')
  const distinct = new Map(
    numbered.map((position) => [`${position.contract} ${position.id} ${position.owner}`, position]),
  )
  return Promise.all(
    [...distinct.values()].map(async (position) => ({
      position,
      owner:
        position.owner ??
        (await askBoth(`the owner of position ${position.id}`, providers, (provider) =>
          readOwner(position, provider),
        )),
    })),
  )
}

/** A contract that refuses names no owner; a node that does not answer is told as it is. */
const readOwner = ({ contract, id }: DecodedPositionChange, chain: Pick<ChainReader, 'readContract'>) =>
  chain
    .readContract({ address: contract, abi, functionName: 'ownerOf', args: [BigInt(id)] })
    .catch((cause: unknown) => {
      const known = findToolError(cause)
      if (known) throw known
      return undefined
    })
