import { exactly, type Interval, isAbove, sum } from '../../../vocabulary/interval.ts'
import { isWithin } from '../moment.ts'
import { type Broken, type Denial, deny } from '../verdict.ts'
import { DAY_SECONDS, isHeld, maxFeeOf } from './authority.ts'
import { countLive } from './count-live.ts'
import { countSpend } from './count-spend.ts'
import { type JudgedAction, whenDone } from './judged-action.ts'

/** Hold an action to the spending limits: at once, and with what the window and standing allowances hold already. */
export function meetLimits(
  action: JudgedAction,
  isRisk: Broken,
): {
  readonly spend: Interval
  /** What of the window, of live allowances and of this the guardian did not sign for. */
  readonly unguarded: Interval
} {
  const { checks, rules, state, effect, facts, now, permit } = action
  const { limits } = rules
  const missing = deny('spending-limiter', 'PRICE_MISSING')
  const { spend, failing, ofSpent, ofInflows } = countSpend(
    rules,
    facts,
    effect,
    permit?.maxFeeWei ?? maxFeeOf(facts),
  )
  const seen = (broken: Broken) => (effect.reverts === undefined ? whenDone(broken) : broken)
  checks.check(ofSpent.problems.length === 0 ? false : isRisk, ...ofSpent.problems)
  checks.check(ofSpent.isPriceless, missing)
  // Of what fails nothing comes in.
  checks.check(ofInflows.problems.length === 0 ? false : seen(isRisk), ...ofInflows.problems)
  checks.check(seen(ofInflows.isPriceless), missing)
  const checkBelow = (before: readonly Interval[], limitUsdc: bigint, denial: Denial) => {
    checks.check(isAbove(sum([...before, spend]), limitUsdc), denial)
    checks.check(isAbove(sum([...before, failing]), limitUsdc) === false ? false : undefined, denial)
  }
  checkBelow([], limits.perTransactionUsdc, deny('spending-limiter', 'SPEND_PER_TRANSACTION'))
  const window = state.spends.filter((entry) => isHeld(entry, now))
  const raises = state.spends.flatMap((entry) => (isWithin(entry.at, now, DAY_SECONDS) ? entry.raises : []))
  const live = countLive(action, raises, isRisk)
  checks.check(live.isPriceless, missing)
  const ofDay = [...window.map(({ amount }) => amount), live.amount]
  checkBelow(ofDay, limits.perDayUsdc, deny('spending-limiter', 'SPEND_PER_DAY'))
  const unguarded = window.map(({ amount, isGuarded }) =>
    isGuarded === true ? exactly(0n) : isGuarded === false ? amount : { least: 0n, most: amount.most },
  )
  return { spend, unguarded: sum([...unguarded, live.unguarded, spend]) }
}
