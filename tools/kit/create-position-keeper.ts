import type { Address, Hex } from 'viem'
import type { ChainReader } from '../core/chain.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { OpenPosition, PositionKeeper, UnwindStep } from '../core/position-keeper.ts'

/** What a cage counts under one key of a reader, as its `holdings()` answers. */
export type CountedHolding = Awaited<ReturnType<typeof readCounted>>['counted'][number]

/** A position as a protocol lists it; without a step nothing is left of it. */
export interface ListedPosition {
  readonly positionId: string
  /** The key of the holding that it is. */
  readonly key: Hex
  readonly steps: readonly UnwindStep[]
}

/** Read what a cage counts by the reader of a target. */
async function readCounted(chain: Pick<ChainReader, 'readContract'>, address: Address, target: Address) {
  const cage = { address, abi: policyCageAbi } as const
  const [[, reader], holdings] = await Promise.all([
    chain.readContract({ ...cage, functionName: 'codeOf', args: [target] }),
    chain.readContract({ ...cage, functionName: 'holdings' }),
  ])
  return { reader, counted: holdings.filter((holding) => isAddressEqual(holding.reader, reader)) }
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
    async listOpen(chain, account) {
      const { reader, counted } = await readCounted(chain, account, target)
      const listed = await list(counted, chain, account)
      return listed.flatMap(({ positionId, key, steps: [first, ...others] }): OpenPosition[] =>
        first === undefined ? [] : [{ positionId, counted: { reader, key }, steps: [first, ...others] }],
      )
    },
  }
}
