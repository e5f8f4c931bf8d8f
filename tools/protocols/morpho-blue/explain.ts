import type { AddressBook } from '../../core/address-book.ts'
import type { LossWitness } from '../../core/loss-witness.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'

/** The collateral's place in a position, after what is lent (MorphoReader). */
const COLLATERAL = 1

/** Know what liquidations take; bad debt of others falls on a lender's index and takes no shares. */
export function createLossWitness(book: AddressBook): LossWitness | undefined {
  const address = BASE.find(book)?.morpho
  if (address === undefined) return undefined
  return {
    async readLog(chain, { account, fromBlock, toBlock }) {
      const logs = await chain.getContractEvents({
        address,
        abi: morphoAbi,
        eventName: 'Liquidate',
        args: { borrower: account },
        fromBlock,
        toBlock,
        strict: true,
      })
      return logs.map(({ args }) => ({
        key: args.id,
        kind: 'held',
        lot: COLLATERAL,
        units: args.seizedAssets,
        reason: 'liquidation',
      }))
    },
  }
}
