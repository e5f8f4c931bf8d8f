import type { Hex, TransactionReceipt } from 'viem'
import type { CommitReport } from '../../../tools/agent/committed.ts'
import type { PermitState } from '../../../tools/safety/store/permit-rows.ts'
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

/** States of which a permit's transaction may be in a block, whatever the stack knows of it. */
export const SENT: readonly PermitState[] = ['committing', 'committed', 'failed']

/** Begin to follow what permits come to; answers what was carried out in the new blocks. */
export function followExecuted(): (
  moment: Pick<LawMoment, 'stage' | 'client' | 'outcome' | 'permits' | 'blocks'>,
) => Promise<readonly Executed[]> {
  /** The permit of each transaction; what a store forgets the chain may still carry out. */
  const permitOf = new Map<Hex, Hex>()
  return async ({ stage, client, outcome, permits, blocks }) => {
    const { reports = [] } = outcome.observation ?? {}
    for (const { permitId, state } of permits()) {
      if (!SENT.includes(state)) continue
      for (const { hash, kind } of stage.session.store.listTransactions(permitId)) {
        if (kind !== 'cancel') permitOf.set(hash, permitId)
      }
    }
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
