import type { AuditEntryView, SafetyView } from '../../core/safety-view.ts'

/** Take the newest entries of the audit log, oldest first. */
export function readNewestEntries(
  safety: Pick<SafetyView, 'audit' | 'nextAuditIndex'>,
  most: number,
): readonly AuditEntryView[] {
  return safety.audit(Math.max(0, safety.nextAuditIndex() - most), most)
}
