import type { AuditEntryView } from '../../core/safety-view.ts'
import type { PermitRow } from '../store.ts'
import type { CheckpointFile } from './checkpoint.ts'
import type { AuditFinding } from './finding.ts'
import { verifyChain } from './verify-chain.ts'
import { type CheckpointTrust, verifyCheckpoints } from './verify-checkpoints.ts'
import { verifyPermits } from './verify-permits.ts'

/**
 * Verify an audit log: its chain, the permits that it speaks of, and, where there are any, the checkpoints
 * outside.
 *
 * A chain alone cannot show that its end is missing or that all of it was written anew; checkpoints can.
 */
export async function verifyAuditLog(input: {
  readonly entries: readonly AuditEntryView[]
  /** Left out when they are not to be believed. */
  readonly permits?: readonly PermitRow[]
  readonly checkpoints?: { readonly file: CheckpointFile; readonly trust: CheckpointTrust }
}): Promise<AuditFinding[]> {
  const { entries, permits, checkpoints } = input
  return [
    ...verifyChain(entries),
    ...(checkpoints ? await verifyCheckpoints(entries, checkpoints.file, checkpoints.trust) : []),
    ...(permits ? verifyPermits(entries, permits) : []),
  ]
}
