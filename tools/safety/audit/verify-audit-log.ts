import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from '../store/finding.ts'
import { verifyChain } from '../store/verify-chain.ts'
import { type StoreRows, verifyStore } from '../store/verify-store.ts'
import type { CheckpointFile } from './checkpoint.ts'
import { type CheckpointTrust, verifyCheckpoints } from './verify-checkpoints.ts'

/**
 * Verify an audit log: its chain, the permits and the spend that it speaks of, and, where there are any, the checkpoints
 * outside.
 *
 * A chain alone cannot show that its end is missing or that all of it was written anew; checkpoints can.
 */
export async function verifyAuditLog(input: {
  readonly entries: readonly AuditEntryView[]
  /** Left out when they are not to be believed. */
  readonly permits?: StoreRows['permits']
  /** Left out as well where it cannot be read. */
  readonly ledger?: StoreRows['ledger']
  readonly altered?: StoreRows['altered']
  readonly checkpoints?: { readonly file: CheckpointFile; readonly trust: CheckpointTrust }
}): Promise<AuditFinding[]> {
  const { entries, permits, ledger, altered, checkpoints } = input
  return [
    ...verifyChain(entries),
    ...(checkpoints ? await verifyCheckpoints(entries, checkpoints.file, checkpoints.trust) : []),
    ...(permits ? verifyStore(entries, { permits, ledger, ...(altered ? { altered } : {}) }) : []),
  ]
}
