import { ToolError } from '../../core/errors.ts'
import type { ActionPlan } from '../../core/plan.ts'
import type { RequestedBy } from '../../core/request-bounds.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import { findBody } from './permit.ts'

/**
 * Hold an action that an untrusted tool asked for against the bounds of the tool's registration.
 *
 * @throws ToolError SANDBOX_SPEND_EXCEEDED, SANDBOX_TOLERANCE_EXCEEDED
 */
export function assertWithinRequestBounds(
  by: RequestedBy,
  action: { readonly plan: ActionPlan; readonly totalUsdc: bigint },
  deps: { readonly store: Pick<SafetyStore, 'findPermit'>; readonly ledger: readonly LedgerEntry[] },
): void {
  const { tool, maxPerRequestUsdc, maxPerDayUsdc, maxToleranceBps } = by
  const { toleranceBps } = action.plan.expectation
  if (!(toleranceBps <= maxToleranceBps)) {
    throw new ToolError('SANDBOX_TOLERANCE_EXCEEDED', {
      tool,
      found: toleranceBps,
      expected: maxToleranceBps,
    })
  }
  const refuse = (found: bigint, expected: bigint, span: string) =>
    new ToolError('SANDBOX_SPEND_EXCEEDED', { tool, found, expected, span })
  if (action.totalUsdc > maxPerRequestUsdc) throw refuse(action.totalUsdc, maxPerRequestUsdc, 'a request')
  const isItsOwn = ({ permitId }: LedgerEntry) => {
    const row = deps.store.findPermit(permitId)
    const body = row && findBody(row)
    // What cannot be read may be its own.
    return body ? body.requestedBy?.tool === tool : row !== undefined
  }
  const spent = deps.ledger.filter(isItsOwn).reduce((sum, { amountUsdc }) => sum + amountUsdc, 0n)
  const found = spent + action.totalUsdc
  if (found > maxPerDayUsdc) throw refuse(found, maxPerDayUsdc, '24 hours')
}
