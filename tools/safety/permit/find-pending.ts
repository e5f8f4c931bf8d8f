import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'

/** Find a permit that can be used or given up. @throws ToolError PERMIT_UNKNOWN, PERMIT_NOT_PENDING */
export function findPending(store: Pick<SafetyStore, 'findPermit'>, permitId: Hex): PermitRow {
  const row = store.findPermit(permitId)
  if (row === undefined) throw new ToolError('PERMIT_UNKNOWN', { permitId })
  if (row.state !== 'pending') throw new ToolError('PERMIT_NOT_PENDING', { permitId, found: row.state })
  return row
}
