import type { Hex, TransactionReceipt } from 'viem'
import type { CommitReport } from '../../../tools/agent/committed.ts'
import type { MinedBlock } from '../../chain/open-within.ts'
import type { LawMoment } from './law.ts'

/** A transaction that carried out what a permit allows, in one block; after a reorganisation it may be in another one. */
export interface Executed {
  readonly permitId: Hex
  readonly transaction: MinedBlock['transactions'][number]
  readonly receipt: Pick<TransactionReceipt, 'transactionIndex' | 'logs'>
  readonly block: MinedBlock
  /** Missing where the step in which it was mined was told nothing: recovery settles it, or nobody knows of it yet. */
  readonly report?: CommitReport
}

/** Begin to follow what permits come to; answers what was carried out in the new blocks. */
export function followExecuted(): (
  moment: Pick<LawMoment, 'client' | 'outcome' | 'sent' | 'blocks'>,
) => Promise<readonly Executed[]> {
  /** The permit of each transaction; what a store forgets the chain may still carry out. */
  const permitOf = new Map<Hex, Hex>()
  return async ({ client, outcome, sent, blocks }) => {
    const { reports = [] } = outcome.observation ?? {}
    for (const { permitId, hash, kind } of sent()) if (kind !== 'cancel') permitOf.set(hash, permitId)
    // What is reported is looked at whatever the store keeps of it.
    for (const { permitId, receipt } of reports) permitOf.set(receipt.transactionHash, permitId)
    const mined = (await blocks()).flatMap((block) =>
      block.transactions.flatMap((transaction) => {
        const permitId = permitOf.get(transaction.hash)
        return permitId === undefined ? [] : [{ transaction, permitId, block }]
      }),
    )
    const found = await Promise.all(
      mined.map(async (one): Promise<readonly Executed[]> => {
        const { hash } = one.transaction
        const report = reports.find(({ receipt }) => receipt.transactionHash === hash)
        const receipt = report?.receipt ?? (await client.getTransactionReceipt({ hash }))
        return receipt.status === 'success' ? [{ ...one, receipt, ...(report ? { report } : {}) }] : []
      }),
    )
    return found.flat()
  }
}
