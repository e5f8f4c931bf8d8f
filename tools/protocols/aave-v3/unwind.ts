import { getAddress, isAddressEqual } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { BASE } from './base.ts'
import { ACTION as REPAY } from './repay.action.ts'
import { ACTION as WITHDRAW } from './withdraw.action.ts'

/** Know the reserves in which a cage counts something; undefined where Aave V3 is not deployed. */
export function createPositionKeeper(book: AddressBook): PositionKeeper | undefined {
  const address = BASE.find(book)?.pool
  if (address === undefined) return undefined
  return {
    async listOpen(chain, account) {
      const cage = { address: account, abi: policyCageAbi } as const
      const [[, reader], holdings] = await Promise.all([
        chain.readContract({ ...cage, functionName: 'codeOf', args: [address] }),
        chain.readContract({ ...cage, functionName: 'holdings' }),
      ])
      const open = holdings
        .filter((holding) => isAddressEqual(holding.reader, reader))
        .map(({ key, lots: [supplied, owed] }) => {
          const token = getAddress(`0x${key.slice(-40)}`)
          const params = { token, everything: true, venue: { protocol: BASE.id } }
          const steps: UnwindStep[] = [
            ...(owed?.units ? [{ kind: REPAY.kind.kind, params }] : []),
            ...(supplied?.units ? [{ kind: WITHDRAW.kind.kind, params }] : []),
          ]
          return { positionId: token, owes: Boolean(owed?.units), steps }
        })
      // What secures debt comes out once no reserve is owed anything.
      return open
        .toSorted((a, b) => Number(b.owes) - Number(a.owes))
        .flatMap(({ positionId, steps: [first, ...others] }) =>
          first === undefined ? [] : [{ positionId, steps: [first, ...others] as const }],
        )
    },
  }
}
