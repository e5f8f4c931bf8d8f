import { describeUsdc } from '../../core/amount.ts'
import type { LiveAuthorityView, SafetyView, SpendingView } from '../../core/safety-view.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'

/** An amount of USDC. */
export const UsdcAmountSchema = Type.Object({ baseUnits: BaseUnitsSchema, usdc: Type.String() })

/** Null while the allowances that live cannot be read. */
const KnownAmount = Type.Union([UsdcAmountSchema, Type.Null()])

/** Output schema of spending against its limits. */
export const SpendingSchema = Type.Object({
  perTransaction: UsdcAmountSchema,
  perDay: UsdcAmountSchema,
  hotLane: UsdcAmountSchema,
  spentInWindow: UsdcAmountSchema,
  reserved: UsdcAmountSchema,
  /** What may still be taken by allowances that were granted before the window: it counts beside what was spent. */
  liveAllowances: KnownAmount,
  /** What was spent, is reserved or may still be taken without the guardian: the hot lane bounds it. */
  unguarded: KnownAmount,
  remainingInWindow: KnownAmount,
  /** Most that one action may spend now: the smaller of the limit per transaction and what remains. */
  largestNextSpend: KnownAmount,
})

/** Read spending in the window that ends now, what lives of earlier allowances, and what is left of the limits. */
export const readSpending = async (safety: Pick<SafetyView, 'spending' | 'liveAllowances'>) =>
  describeSpending(safety.spending(), await safety.liveAllowances())

function describeSpending(view: SpendingView, live: LiveAuthorityView | undefined) {
  return {
    perTransaction: describeUsdc(view.perTransactionUsdc),
    perDay: describeUsdc(view.perDayUsdc),
    hotLane: describeUsdc(view.hotLaneUsdc),
    spentInWindow: describeUsdc(view.spentInWindowUsdc),
    reserved: describeUsdc(view.reservedUsdc),
    ...(live ? describeLeft(view, live) : UNKNOWN),
  }
}

const UNKNOWN = { liveAllowances: null, unguarded: null, remainingInWindow: null, largestNextSpend: null }

function describeLeft(view: SpendingView, live: LiveAuthorityView) {
  const left = view.perDayUsdc - view.spentInWindowUsdc - view.reservedUsdc - live.totalUsdc
  const remaining = left > 0n ? left : 0n
  return {
    liveAllowances: describeUsdc(live.totalUsdc),
    unguarded: describeUsdc(view.unguardedUsdc + live.unguardedUsdc),
    remainingInWindow: describeUsdc(remaining),
    largestNextSpend: describeUsdc(remaining < view.perTransactionUsdc ? remaining : view.perTransactionUsdc),
  }
}
