import { exactly, type Interval, sum } from '../../../vocabulary/interval.ts'
import type { Effect } from '../effect/effect.ts'
import type { Facts } from '../facts/facts.ts'
import { judgePrices, valueUp } from '../price-model.ts'
import { type Denial, deny } from '../verdict.ts'
import type { AuthorityRules } from './authority.ts'

/** What is wrong with prices. */
interface Doubts {
  readonly problems: readonly Denial[]
  /** Whether one of them has none at all. */
  readonly isPriceless: boolean
}

/** No transaction takes less. */
const LEAST_GAS = 21_000n

/** Count what leaves: gross, with gas at its cap and growth of allowances, at the higher of both prices; name what is wrong with them. */
export function countSpend(
  rules: AuthorityRules,
  facts: Facts,
  effect: Effect,
  feeWei: bigint,
): {
  readonly spend: Interval
  /** What it counts where it fails, of what may. */
  readonly failing: Interval
  readonly ofSpent: Doubts
  readonly ofInflows: Doubts
} {
  const { numeraire, decimals, lists } = rules
  const seconds = facts.now.chainSeconds
  const priceOf = (token: string) => {
    const fact = facts.prices.get(token === lists.nativeSymbol ? lists.wrappedSymbol : token)
    return fact && judgePrices(fact, seconds, rules.maxPriceDivergenceBps)
  }
  const spent = new Set<string>()
  const listProblems = (tokens: Iterable<string>) =>
    [...tokens].flatMap((token) => {
      const price = priceOf(token)
      return price === undefined ? [deny('spending-limiter', 'PRICE_MISSING')] : (price.problem ?? [])
    })
  const value = (token: string, amount: Interval): Interval => {
    if (amount.most === 0n) return amount
    spent.add(token)
    const highest = priceOf(token)?.highest
    if (highest === undefined) return exactly(0n)
    if (token === numeraire) return amount
    const scale = decimals.get(token) ?? 18
    return { least: valueUp(amount.least, highest, scale), most: valueUp(amount.most, highest, scale) }
  }
  const parts = [...effect.outflows, ...effect.growth].map(({ token, amount }) => value(token, amount))
  const approves = effect.reverts !== false && effect.cage && effect.growth.length === 0
  // What fails leaves its approval standing in the simulation.
  const left = (approves ? effect.outflows : []).map(({ token, amount }) => ({
    least: 0n,
    most: value(token, amount).most,
  }))
  if (feeWei > 0n && effect.cage) {
    parts.push(value(lists.nativeSymbol, { least: LEAST_GAS * feeWei, most: rules.maxGasLimit * feeWei }))
  }
  const inflows = effect.reverts === true ? [] : effect.inflows
  return {
    spend: sum(effect.reverts === true ? [...parts, ...left] : parts),
    failing: sum([...parts, ...left]),
    ofSpent: {
      problems: listProblems(spent),
      isPriceless: [...spent].some((token) => priceOf(token)?.highest === undefined),
    },
    ofInflows: {
      problems: listProblems(inflows),
      // What is no asset counts for nothing.
      isPriceless: inflows.map(priceOf).some((price) => price !== undefined && price.highest === undefined),
    },
  }
}
