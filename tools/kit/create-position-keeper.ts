import type { Address, Hex } from 'viem'
import type { ChainReader } from '../core/chain.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { CountedHolding, OpenPosition, PositionKeeper, UnwindStep } from '../core/position-keeper.ts'

/** A position as a protocol lists it; without a step nothing is left of it. */
export interface ListedPosition {
  readonly positionId: string
  /** The key of the holding that it is. */
  readonly key: Hex
  readonly steps: readonly UnwindStep[]
}

/**
 * Know the positions that a cage counts by the reader of a target, with what a protocol says ends each; undefined where
 * the target is not deployed.
 */
export function createPositionKeeper(
  target: Address | undefined,
  list: (
    holdings: readonly CountedHolding[],
    chain: Pick<ChainReader, 'readContract'>,
    account: Address,
  ) => Promise<readonly ListedPosition[]>,
): PositionKeeper | undefined {
  if (target === undefined) return undefined
  return {
    async listOpen(chain, account, holdings) {
      if (holdings.length === 0) return []
      const cage = { address: account, abi: policyCageAbi } as const
      const [, reader] = await chain.readContract({ ...cage, functionName: 'codeOf', args: [target] })
      const counted = holdings.filter((holding) => isAddressEqual(holding.reader, reader))
      const listed = await list(counted, chain, account)
      return listed.flatMap(({ positionId, key, steps: [first, ...others] }): OpenPosition[] =>
        first === undefined ? [] : [{ positionId, counted: { reader, key }, steps: [first, ...others] }],
      )
    },
  }
}

/** Know all that several keepers of one protocol do, in their order. */
export const joinKeepers = (keepers: readonly PositionKeeper[]): PositionKeeper => ({
  listOpen: async (...asked) =>
    (await Promise.all(keepers.map((keeper) => keeper.listOpen(...asked)))).flat(),
})
