import { isAddressEqual } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as CLOSE } from './close-leverage.action.ts'
import { ACTION as WITHDRAW } from './withdraw.action.ts'
import { ACTION as WITHDRAW_COLLATERAL } from './withdraw-collateral.action.ts'

/** Know the markets in which a cage counts a position; undefined where Morpho is not deployed. */
export function createPositionKeeper(book: AddressBook): PositionKeeper | undefined {
  const address = BASE.find(book)?.morpho
  if (address === undefined) return undefined
  return {
    async listOpen(chain, account) {
      const cage = { address: account, abi: policyCageAbi } as const
      const [[, reader], holdings] = await Promise.all([
        chain.readContract({ ...cage, functionName: 'codeOf', args: [address] }),
        chain.readContract({ ...cage, functionName: 'holdings' }),
      ])
      const markets = holdings.flatMap((holding) =>
        isAddressEqual(holding.reader, reader) ? [holding.key] : [],
      )
      const listed = await Promise.all(
        markets.map(async (market) => {
          const morpho = { address, abi: morphoAbi } as const
          const [terms, { supplyShares, borrowShares, collateral }] = await Promise.all([
            chain.readContract({ ...morpho, functionName: 'idToMarketParams', args: [market] }),
            chain.readContract({ ...morpho, functionName: 'position', args: [market, account] }),
          ])
          const venue = { protocol: BASE.id, market }
          const steps: UnwindStep[] = [
            ...(borrowShares > 0n ? [{ kind: CLOSE.kind.kind, params: { venue } }] : []),
            ...(borrowShares === 0n && collateral > 0n
              ? [{ kind: WITHDRAW_COLLATERAL.kind.kind, params: { market, everything: true } }]
              : []),
            ...(supplyShares > 0n
              ? [{ kind: WITHDRAW.kind.kind, params: { token: terms.loanToken, everything: true, venue } }]
              : []),
          ]
          return { positionId: market, steps }
        }),
      )
      return listed.flatMap(({ positionId, steps: [first, ...others] }) =>
        first === undefined ? [] : [{ positionId, steps: [first, ...others] as const }],
      )
    },
  }
}
