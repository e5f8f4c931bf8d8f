import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { LossWitness, WitnessedChange } from '../../core/loss-witness.ts'
import { aTokenAbi, poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOf } from './lending.ts'
import { rayDiv } from './rates.ts'

/**
 * Know what liquidations take: in the transaction of each, the aTokens of the collateral that are burned or, for the
 * treasury and who takes aTokens, passed on.
 */
export function createLossWitness(book: AddressBook): LossWitness | undefined {
  const pool = BASE.find(book)?.pool
  if (pool === undefined) return undefined
  return {
    async readLog(chain, { account, ...range }) {
      const calls = await chain.getContractEvents({
        address: pool,
        abi: poolAbi,
        eventName: 'LiquidationCall',
        args: { user: account },
        strict: true,
        ...range,
      })
      const seized = Map.groupBy(calls, ({ args }) => args.collateralAsset)
      const readTaken = async (asset: Address, hashes: ReadonlySet<string>): Promise<WitnessedChange[]> => {
        const { aTokenAddress: address } = await chain.readContract({
          address: pool,
          abi: poolAbi,
          functionName: 'getReserveData',
          args: [asset],
        })
        const events = { address, abi: aTokenAbi, args: { from: account }, strict: true, ...range } as const
        const [burned, passedOn] = await Promise.all([
          chain.getContractEvents({ ...events, eventName: 'Burn' }),
          chain.getContractEvents({ ...events, eventName: 'BalanceTransfer' }),
        ])
        const change = { key: keyOf(asset), kind: 'held', reason: 'liquidation' } as const
        return [
          ...burned.map(({ transactionHash, args: { value, balanceIncrease, index } }) => ({
            transactionHash,
            units: rayDiv(value + balanceIncrease, index),
          })),
          ...passedOn.map(({ transactionHash, args }) => ({ transactionHash, units: args.value })),
        ].flatMap(({ transactionHash, units }) => (hashes.has(transactionHash) ? [{ ...change, units }] : []))
      }
      const taken = [...seized].map(([asset, logs]) =>
        readTaken(asset, new Set(logs.map(({ transactionHash }) => transactionHash))),
      )
      return (await Promise.all(taken)).flat()
    },
  }
}
