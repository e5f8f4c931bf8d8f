import { isAddressEqual } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION } from './close-liquidity.action.ts'

/** Know the positions that the position manager numbers; undefined where it is not deployed. */
export function createPositionKeeper(book: AddressBook): PositionKeeper | undefined {
  const address = BASE.find(book)?.positionManager
  if (address === undefined) return undefined
  return {
    async listOpen(chain, account) {
      const cage = { address: account, abi: policyCageAbi } as const
      const [[, reader], holdings] = await Promise.all([
        chain.readContract({ ...cage, functionName: 'codeOf', args: [address] }),
        chain.readContract({ ...cage, functionName: 'holdings' }),
      ])
      const ids = holdings.flatMap((holding) =>
        isAddressEqual(holding.reader, reader) ? [BigInt(holding.key)] : [],
      )
      const positions = await Promise.all(
        ids.map((id) =>
          chain.readContract({ address, abi: positionManagerAbi, functionName: 'positions', args: [id] }),
        ),
      )
      const open = ids.filter((_, index) => {
        const position = positions[index]
        return [position?.[7], position?.[10], position?.[11]].some((amount) => amount !== 0n)
      })
      return open.map((id) => {
        const positionId = id.toString()
        return { positionId, steps: [{ kind: ACTION.kind.kind, params: { positionId } }] }
      })
    },
  }
}
