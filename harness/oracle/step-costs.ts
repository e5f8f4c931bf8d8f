import type { Address, PublicClient } from 'viem'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'

/** What transactions of some accounts came to. */
export interface StepCosts {
  readonly transactions: bigint
  readonly gasUsed: bigint
  readonly feeWei: bigint
}

/** Read what the accounts' transactions in the blocks after one cost, from the chain itself. */
export async function readStepCosts(
  client: PublicClient,
  afterBlock: bigint,
  senders: readonly Address[],
): Promise<StepCosts> {
  let costs: StepCosts = { transactions: 0n, gasUsed: 0n, feeWei: 0n }
  const head = await client.getBlockNumber({ cacheTime: 0 })
  for (let blockNumber = afterBlock + 1n; blockNumber <= head; blockNumber += 1n) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, from } of transactions) {
      if (!senders.some((sender) => isAddressEqual(sender, from))) continue
      const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
      costs = {
        transactions: costs.transactions + 1n,
        gasUsed: costs.gasUsed + gasUsed,
        feeWei: costs.feeWei + gasUsed * effectiveGasPrice,
      }
    }
  }
  return costs
}
