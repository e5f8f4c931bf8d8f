import { exactly, type Interval, sum } from '../../../vocabulary/interval.ts'
import type { Effect } from '../effect/effect.ts'
import type { Facts } from '../facts/facts.ts'
import { judgePrices, valueUp } from '../price-model.ts'
import { deny } from '../verdict.ts'
import type { AuthorityRules } from './authority.ts'

/** No transaction takes less. */
const LEAST_GAS = 21_000n

/** Count what leaves: gross, with gas at its cap and growth of allowances, at the higher of both prices. */
export function countSpend(rules: AuthorityRules, facts: Facts, effect: Effect, feeWei: bigint) {
  const { numeraire, decimals, lists } = rules
  const seconds = facts.now.chainSeconds
  const priceOf = (token: string) => {
    const fact = facts.prices.get(token === lists.nativeSymbol ? lists.wrappedSymbol : token)
    return fact && judgePrices(fact, seconds, rules.maxPriceDivergenceBps)
  }
  const touched = new Set<string>()
  let isPriceless = false
  const value = (token: string, amount: Interval): Interval => {
    if (amount.most === 0n) return amount
    touched.add(token)
    const highest = priceOf(token)?.highest
    if (highest === undefined) {
      isPriceless = true
      return exactly(0n)
    }
    if (token === numeraire) return amount
    const scale = decimals.get(token) ?? 18
    return { least: valueUp(amount.least, highest, scale), most: valueUp(amount.most, highest, scale) }
  }
  const parts = [...effect.outflows, ...effect.growth].map(({ token, amount }) => value(token, amount))
  if (effect.reverts === true && effect.cage && effect.growth.length === 0) {
    // What fails leaves its approval standing in the simulation.
    parts.push(
      ...effect.outflows.map(({ token, amount }) => ({ least: 0n, most: value(token, amount).most })),
    )
  }
  if (feeWei > 0n && effect.cage) {
    parts.push(value(lists.nativeSymbol, { least: LEAST_GAS * feeWei, most: rules.maxGasLimit * feeWei }))
  }
  for (const token of effect.reverts === true ? [] : effect.inflows) {
    touched.add(token)
    if (priceOf(token) !== undefined && priceOf(token)?.highest === undefined) isPriceless = true
  }
  const problems = [...touched].flatMap((token) => {
    const price = priceOf(token)
    return price === undefined ? [deny('spending-limiter', 'PRICE_MISSING')] : (price.problem ?? [])
  })
  return { spend: sum(parts), problems, isPriceless }
}
