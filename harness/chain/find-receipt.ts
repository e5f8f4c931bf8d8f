import { type Hex, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/** Read what became of a transaction, where it is none of those that are known; undefined while it is in no block. */
export const findReceipt = async (
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
  known: readonly TransactionReceipt[] = [],
): Promise<TransactionReceipt | undefined> =>
  known.find(({ transactionHash }) => transactionHash === hash) ??
  client.getTransactionReceipt({ hash }).catch((cause: unknown) => {
    if (cause instanceof TransactionReceiptNotFoundError) return undefined
    throw cause
  })
