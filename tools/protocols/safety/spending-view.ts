import { formatUnits } from 'viem'
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
    perTransaction: toUsdc(view.perTransactionUsdc),
    perDay: toUsdc(view.perDayUsdc),
    hotLane: toUsdc(view.hotLaneUsdc),
    spentInWindow: toUsdc(view.spentInWindowUsdc),
    reserved: toUsdc(view.reservedUsdc),
    remainingInWindow: toUsdc(remaining),
    largestNextSpend: toUsdc(remaining < view.perTransactionUsdc ? remaining : view.perTransactionUsdc),
  }
}

/** Limits are in USDC base units (6 decimals). */
const toUsdc = (baseUnits: bigint) => ({ baseUnits: baseUnits.toString(), usdc: formatUnits(baseUnits, 6) })
