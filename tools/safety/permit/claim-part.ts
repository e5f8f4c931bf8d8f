import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import type { EntryPart } from '../../core/plan.ts'
import type { SafetyStore } from '../store/store.ts'

/**
 * Claim a part of what the schedule keeps for a permit, in the transaction that uses the permit up. A part is claimed
 * once; that of a permit which failed is free again once that is final.
 *
 * @throws ToolError LOCAL_ENTRY_NOT_OPEN, LOCAL_PART_USED
 */
export function claimPart({ entryId, part }: EntryPart, permitId: Hex, store: SafetyStore): void {
  const entry = store.findEntry('schedule', entryId)
  if (entry?.state !== 'open') {
    throw new ToolError('LOCAL_ENTRY_NOT_OPEN', {
      port: 'schedule',
      entryId,
      found: entry?.state ?? 'unknown',
    })
  }
  const user = entry.uses[part]
  const permit = user && store.findPermit(user)
  // What one node calls reverted may have happened, and a reorganisation may make it happen.
  if (user && (permit?.state !== 'failed' || permit.blockHash !== null)) {
    const found = `${permit?.state ?? 'used'} by permit ${user}`
    throw new ToolError('LOCAL_PART_USED', { entryId, part, found })
  }
  store.useEntry('schedule', entryId, part, permitId)
}
