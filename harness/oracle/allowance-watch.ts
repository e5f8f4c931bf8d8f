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
  /**
   * Tell all that there are at the head: those of {@link list} as they are read there, and those that are new.
   *
   * @param isLater - whether a block is expected that was not there before: logs are searched while it is read
   */
  follow(reading: Promise<ReadAllowances>, isLater: boolean): Promise<readonly SeenAllowance[]>
}

/** What known allowances are at a block; undefined where a token does not answer. */
export interface ReadAllowances {
  readonly known: readonly (bigint | undefined)[]
  readonly blockNumber: bigint
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
    async follow(reading, isLater) {
      const search = () => oracle.findApprovals(account, searchedTo + 1n)
      const [{ known: read, blockNumber }, [early]] = await Promise.all([
        reading,
        Promise.allSettled(isLater ? [search()] : []),
      ])
      const find = async () => (early?.status === 'fulfilled' ? early.value : search())
      const announced = blockNumber > searchedTo ? await find() : []
      // Blocks that were taken away are searched again once there are others in their place.
      searchedTo = blockNumber
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
