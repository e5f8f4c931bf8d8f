import { ToolError } from '../../core/errors.ts'
import type { PermittedPlan } from '../../core/plan.ts'
import { listRequesters, type RequestedBy } from '../../core/request-bounds.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import { findBody } from './permit.ts'

interface Asked {
  readonly plan: Pick<PermittedPlan, 'expectation'>
  readonly totalUsdc: bigint
}

interface BoundsDeps {
  readonly store: Pick<SafetyStore, 'findPermitAnywhere'>
  readonly ledger: readonly LedgerEntry[]
}

/**
 * Hold an action against the bounds of everyone who has it asked for: those of an untrusted tool's registration, those of
 * a session, and of each session above.
 *
 * @throws ToolError SANDBOX_SPEND_EXCEEDED, SANDBOX_TOLERANCE_EXCEEDED, DELEGATED_SPEND_EXCEEDED,
 * DELEGATED_TOLERANCE_EXCEEDED
 */
export function assertWithinRequestBounds(by: RequestedBy, action: Asked, deps: BoundsDeps): void {
  for (const requester of listRequesters(by)) assertWithin(requester, action, deps)
}

function assertWithin(by: RequestedBy, action: Asked, deps: BoundsDeps): void {
  const { tool, kind, maxPerRequestUsdc, maxPerDayUsdc, maxToleranceBps } = by
  const { toleranceBps } = action.plan.expectation
  if (!(toleranceBps <= maxToleranceBps)) {
    throw new ToolError(kind === 'session' ? 'DELEGATED_TOLERANCE_EXCEEDED' : 'SANDBOX_TOLERANCE_EXCEEDED', {
      tool,
      found: toleranceBps,
      expected: maxToleranceBps,
    })
  }
  const refuse = (found: bigint, expected: bigint, span: string) =>
    new ToolError(kind === 'session' ? 'DELEGATED_SPEND_EXCEEDED' : 'SANDBOX_SPEND_EXCEEDED', {
      tool,
      found,
      expected,
      span,
    })
  if (action.totalUsdc > maxPerRequestUsdc) throw refuse(action.totalUsdc, maxPerRequestUsdc, 'a request')
  const isItsOwn = ({ permitId }: LedgerEntry) => {
    const row = deps.store.findPermitAnywhere(permitId)
    const body = row && findBody(row)
    // What cannot be read may be its own.
    return body
      ? listRequesters(body.requestedBy).some((requester) => requester.tool === tool)
      : row !== undefined
  }
  const spent = deps.ledger.filter(isItsOwn).reduce((sum, { amountUsdc }) => sum + amountUsdc, 0n)
  const found = spent + action.totalUsdc
  if (found > maxPerDayUsdc) throw refuse(found, maxPerDayUsdc, '24 hours')
}
