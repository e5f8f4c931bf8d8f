import type { Address, Log } from 'viem'
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
  /** The first block whose logs were not searched yet. */
  nextBlock(): bigint
  /**
   * Tell all that there are at the head: those of {@link list} as they are read there, and those that are new.
   *
   * @param logs - those of {@link nextBlock}, or `'search'` where the blocks since are searched while the head is read;
   *   without them there is a search only once the head is a later one
   */
  follow(
    reading: Promise<ReadAllowances>,
    logs?: Promise<readonly Log[]> | 'search',
  ): Promise<readonly SeenAllowance[]>
}

/** What known allowances are at a block; undefined where a token does not answer. */
export interface ReadAllowances {
  readonly known: readonly (bigint | undefined)[]
  readonly blockNumber: bigint
}

/** Begin to follow the allowances of an account. Logs say where to look; how much it is each token itself is asked. */
export function createAllowanceWatch(
  oracle: Pick<Oracle, 'findApprovals' | 'listApprovals' | 'tryAllowances'>,
  account: Address,
  firstBlock: bigint,
): AllowanceWatch {
  let known: readonly WatchedAllowance[] = []
  let searchedTo = firstBlock
  return {
    list: () => known,
    nextBlock: () => searchedTo + 1n,
    async follow(reading, logs) {
      const search = () => oracle.findApprovals(account, searchedTo + 1n)
      const asked = logs === 'search' ? search() : logs?.then((all) => oracle.listApprovals(account, all))
      const [{ known: read, blockNumber }, [early]] = await Promise.all([
        reading,
        Promise.allSettled(asked ? [asked] : []),
      ])
      const find = async () => {
        const isAll = logs === 'search' || blockNumber === searchedTo + 1n
        return isAll && early?.status === 'fulfilled' ? early.value : search()
      }
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
