import { type Hex, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'

/** Read what became of a transaction; undefined while it is in no block. */
export const findReceipt = (
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
): Promise<TransactionReceipt | undefined> =>
  client.getTransactionReceipt({ hash }).catch((cause: unknown) => {
    if (cause instanceof TransactionReceiptNotFoundError) return undefined
    throw cause
  })
