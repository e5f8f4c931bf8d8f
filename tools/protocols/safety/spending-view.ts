import { describeUsdc } from '../../core/amount.ts'
import type { SpendingView } from '../../core/safety-view.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'

const UsdcAmount = Type.Object({ baseUnits: BaseUnitsSchema, usdc: Type.String() })

/** Output schema of spending against its limits. */
export const SpendingSchema = Type.Object({
  perTransaction: UsdcAmount,
  perDay: UsdcAmount,
  hotLane: UsdcAmount,
  spentInWindow: UsdcAmount,
  reserved: UsdcAmount,
  remainingInWindow: UsdcAmount,
  /** Most that one action may spend now: the smaller of the limit per transaction and what remains. */
  largestNextSpend: UsdcAmount,
})

/** Describe spending in the window that ends now, and what is left of it. */
export function describeSpending(view: SpendingView) {
  const left = view.perDayUsdc - view.spentInWindowUsdc - view.reservedUsdc
  const remaining = left > 0n ? left : 0n
  return {
    perTransaction: describeUsdc(view.perTransactionUsdc),
    perDay: describeUsdc(view.perDayUsdc),
    hotLane: describeUsdc(view.hotLaneUsdc),
    spentInWindow: describeUsdc(view.spentInWindowUsdc),
    reserved: describeUsdc(view.reservedUsdc),
    remainingInWindow: describeUsdc(remaining),
    largestNextSpend: describeUsdc(remaining < view.perTransactionUsdc ? remaining : view.perTransactionUsdc),
  }
}
