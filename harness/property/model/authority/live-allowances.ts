import type { Address } from 'viem'
import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import type { Intent } from '../../../vocabulary/intent.ts'
import type { Interval } from '../../../vocabulary/interval.ts'
import type { Effect } from '../effect/effect.ts'
import type { AllowanceFact, Facts } from '../facts/facts.ts'

/** An allowance as it was before something of the window raised it, or may have. */
export interface Raise extends AllowanceFact {
  readonly isSure: boolean
}

const isSame = (a: AllowanceFact, b: Pick<AllowanceFact, 'token' | 'spender'>) =>
  a.token === b.token && isAddressEqual(a.spender, b.spender)

/** Whether calls also use what they approve. */
const isUsed = (intent: Intent): boolean =>
  intent.kind === 'calls' && intent.calls.some(({ kind }) => kind === 'trade' || kind === 'provide')

/** What of the allowances an action raises, as they were before it. */
export function findRaises(intent: Intent, { outflows }: Effect, { allowances }: Facts): readonly Raise[] {
  return allowances.flatMap((live): Raise[] => {
    switch (intent.kind) {
      case 'calls':
        return intent.calls.some(
          (call) => call.kind === 'approve' && isSame(live, call) && call.amount > live.amount,
        )
          ? [{ ...live, isSure: !isUsed(intent) }]
          : []
      case 'trade':
      case 'position':
        // What is approved and not taken stays.
        return outflows.some(({ token }) => token === live.token) ? [{ ...live, isSure: false }] : []
      default:
        return []
    }
  })
}

/**
 * Tell whether the guardian signed for an allowance, by all that ever raised it: undefined where it may have been both,
 * since nobody can tell which part was taken.
 */
export function isGuarded(
  pair: Pick<AllowanceFact, 'token' | 'spender'>,
  spends: readonly { readonly isGuarded: boolean | undefined; readonly raises: readonly Raise[] }[],
): boolean | undefined {
  const raising = spends.filter(({ raises }) => raises.some((raise) => isSame(raise, pair)))
  if (raising.every((spend) => spend.isGuarded === false)) return false
  return raising.every((spend) => spend.isGuarded === true) || undefined
}

/**
 * Allowances that count beside the spend of the window, as each was granted before it: the part of today's that stood
 * before the first raise of the window, and stands after the action.
 */
export function findStanding(
  intent: Intent,
  effect: Effect,
  { allowances }: Facts,
  raises: readonly Raise[],
): readonly { readonly token: string; readonly spender: Address; readonly amount: Interval }[] {
  return allowances.map((live) => {
    const { token, spender } = live
    const of = raises.filter((raise) => isSame(raise, live))
    const least = (bounds: readonly Raise[], amount: bigint) =>
      bounds.reduce((lowest, bound) => (bound.amount < lowest ? bound.amount : lowest), amount)
    const most = least(
      of.filter(({ isSure }) => isSure),
      live.amount,
    )
    const changes =
      intent.kind === 'calls'
        ? intent.calls.filter((call) => call.kind === 'approve' && isSame(live, call))
        : effect.outflows.filter(({ token }) => token === live.token)
    const [only] = changes
    if (only === undefined) return { token, spender, amount: { least: least(of, live.amount), most } }
    if (
      changes.length > 1 ||
      isUsed(intent) ||
      effect.reverts !== false ||
      !('kind' in only) ||
      only.kind !== 'approve'
    ) {
      return { token, spender, amount: { least: 0n, most } }
    }
    const kept = only.amount < most ? only.amount : most
    return { token, spender, amount: { least: least(of, kept), most: kept } }
  })
}
