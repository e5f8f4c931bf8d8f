import { exactly, type Interval, sum } from '../../../vocabulary/interval.ts'
import { judgePrices, valueUp } from '../price-model.ts'
import type { Broken } from '../verdict.ts'
import type { JudgedAction } from './judged-action.ts'
import { findStanding, isGuarded, type Raise } from './live-allowances.ts'

/** Allowances that were granted before the window, where the action asks for more than gas and is no exit. */
export function countLive(
  { rules, state, facts, effect, command }: JudgedAction,
  raises: readonly Raise[],
  isRisk: Broken,
): {
  readonly amount: Interval
  /** What of it the guardian never signed for. */
  readonly unguarded: Interval
  readonly isPriceless: boolean | undefined
} {
  const { numeraire, decimals, maxPriceDivergenceBps } = rules
  const asked = [...effect.outflows, ...effect.growth].map(({ amount }) => amount)
  const isCounted = isRisk === false || asked.every(({ most }) => most === 0n) ? false : isRisk
  const isSure = isCounted === true && asked.some(({ least }) => least > 0n)
  if (isCounted === false) return { amount: exactly(0n), unguarded: exactly(0n), isPriceless: false }
  let isPriceless: boolean | undefined = false
  const standing = findStanding(command.intent, effect, facts, raises)
  const values = standing.map(({ token, amount: { least, most } }): Interval => {
    if (most === 0n) return exactly(0n)
    if (token === numeraire) return { least: isSure ? least : 0n, most }
    const fact = facts.prices.get(token)
    const { highest } = (fact && judgePrices(fact, facts.now.chainSeconds, maxPriceDivergenceBps)) ?? {}
    if (highest === undefined) {
      isPriceless = isSure && least > 0n ? true : isPriceless || undefined
      return exactly(0n)
    }
    const scale = decimals.get(token) ?? 18
    return { least: isSure ? valueUp(least, highest, scale) : 0n, most: valueUp(most, highest, scale) }
  })
  const unguarded = values.map(({ least, most }, index) => {
    const guarded = isGuarded(standing[index] as (typeof standing)[number], state.spends)
    return { least: guarded === false ? least : 0n, most: guarded === true ? 0n : most }
  })
  return { amount: sum(values), unguarded: sum(unguarded), isPriceless }
}
