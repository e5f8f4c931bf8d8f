import type { Hex, TransactionReceipt } from 'viem'
import type { CommitReport } from '../../../tools/agent/committed.ts'
import type { PermitState } from '../../../tools/safety/store/permit-rows.ts'
import { findReceipt } from '../../chain/find-receipt.ts'
import type { LawMoment } from './law.ts'

/** A transaction that carried out what a permit allows. */
export interface Executed {
  readonly permitId: Hex
  readonly receipt: Pick<TransactionReceipt, 'blockNumber' | 'transactionIndex' | 'logs'>
  /** Missing where the step that sent it was told nothing: recovery settles it, or nobody knows of it yet. */
  readonly report?: CommitReport
}

/** States of which a permit's transaction may be in a block, whatever the stack knows of it. */
const SENT: readonly PermitState[] = ['committing', 'committed', 'failed']

/** Begin to follow what permits come to; answers what was carried out since it was asked last. */
export function followExecuted(): (
  moment: Pick<LawMoment, 'stage' | 'client' | 'outcome' | 'permits'>,
) => Promise<readonly Executed[]> {
  const known = new Set<Hex>()
  return async ({ stage, client, outcome, permits }) => {
    const { reports = [] } = outcome.observation ?? {}
    for (const { permitId } of reports) known.add(permitId)
    const open = permits().filter(({ permitId, state }) => SENT.includes(state) && !known.has(permitId))
    const found = await Promise.all(
      open.map(async ({ permitId, state }): Promise<readonly Executed[]> => {
        const sent = stage.session.store.listTransactions(permitId)
        const receipts = await Promise.all(sent.map(({ hash }) => findReceipt(client, hash)))
        const receipt = receipts.find(
          (mined, at) => mined?.status === 'success' && sent[at]?.kind !== 'cancel',
        )
        if (receipt !== undefined || state !== 'committing') known.add(permitId)
        return receipt ? [{ permitId, receipt }] : []
      }),
    )
    const reported = reports.map((report) => ({ permitId: report.permitId, receipt: report.receipt, report }))
    return [...reported, ...found.flat()]
  }
}
