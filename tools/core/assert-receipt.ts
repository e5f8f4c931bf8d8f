import type { Hex, TransactionReceipt } from 'viem'
import { ToolError } from './errors.ts'

const isNatural = (value: unknown) => typeof value === 'bigint' && value >= 0n

/**
 * Hold an answer against what a receipt of a transaction is; on anything else nothing can be settled.
 *
 * @throws ToolError CHAIN_READ_FAILED
 */
export function assertReceipt<Receipt extends Partial<TransactionReceipt>>(
  receipt: Receipt | null | undefined,
  hash: Hex,
): Receipt {
  const isReceipt =
    receipt !== null &&
    receipt !== undefined &&
    receipt.transactionHash?.toLowerCase() === hash.toLowerCase() &&
    (receipt.status === 'success' || receipt.status === 'reverted') &&
    typeof receipt.blockHash === 'string' &&
    Array.isArray(receipt.logs) &&
    [receipt.blockNumber, receipt.gasUsed, receipt.effectiveGasPrice].every(isNatural)
  if (isReceipt) return receipt
  throw new ToolError('CHAIN_READ_FAILED', {
    subject: `the receipt of ${hash}`,
    reason: 'the node answered with something else',
  })
}
