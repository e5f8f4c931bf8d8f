import type { Address, TransactionReceipt } from 'viem'

/**
 * How an operator that is a contract reaches the cage: a relayer sends its transactions.
 *
 * A permit binds both nonces: that of the sender's account, and the operator's own.
 */
export interface OperatorRoute {
  /** The account that sends and pays gas; it has no authority over the cage. */
  readonly sender: Address
  /** Gas that the operator's own code may need on top of the cage's call. */
  readonly gasOverhead: bigint
  /** Read the operator's own nonce at the head. */
  readNonce(): Promise<bigint>
  /** Read the receipt of a carrying transaction as that of the call inside. */
  readReceipt(receipt: TransactionReceipt): TransactionReceipt
}
