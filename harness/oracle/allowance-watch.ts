import type { Address } from 'viem'
import { isSameAllowance } from './judge-allowances.ts'
import type { Oracle, WatchedAllowance } from './oracle.ts'

/** What a spender may take of a token, in its base units. */
export interface SeenAllowance extends WatchedAllowance {
  readonly amount: bigint
}

/** Follows the allowances that an account gives, whoever makes it give them. */
export interface AllowanceWatch {
  /** List those that are known. */
  list(): readonly WatchedAllowance[]
  /** Tell all that there are at a block: those of {@link list} as they were read there, and those that are new. */
  follow(read: readonly (bigint | undefined)[], block: bigint): Promise<readonly SeenAllowance[]>
}

/** Begin to follow the allowances of an account. Logs say where to look; how much it is each token itself is asked. */
export function createAllowanceWatch(
  oracle: Pick<Oracle, 'findApprovals' | 'tryAllowances'>,
  account: Address,
  firstBlock: bigint,
): AllowanceWatch {
  let known: readonly WatchedAllowance[] = []
  let searchedTo = firstBlock
  return {
    list: () => known,
    async follow(read, block) {
      const announced = block > searchedTo ? await oracle.findApprovals(account, searchedTo + 1n, block) : []
      // Blocks that were taken away are searched again once there are others in their place.
      searchedTo = block
      const found = announced.filter((pair) => !known.some((other) => isSameAllowance(other, pair)))
      const amounts = [...read, ...(found.length > 0 ? await oracle.tryAllowances(found) : [])]
      known = [...known, ...found]
      return known.flatMap((pair, at) => {
        const amount = amounts[at]
        return amount === undefined ? [] : [{ ...pair, amount }]
      })
    },
  }
}
