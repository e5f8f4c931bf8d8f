import { deviationOf, meanOf } from '../../kit/returns.ts'

/** How a series of gains and losses did. */
export interface Performance {
  /** Share of those that gained, in basis points. */
  readonly hitRateBps: number
  readonly mean: number
  readonly deviation: number
  /** Mean by deviation (Sharpe, "The Sharpe Ratio", 1994), with nothing for money that lies idle; undefined without deviation. */
  readonly sharpe: number | undefined
  /** Mean by the deviation of losses from 0 (Sortino and van der Meer, "Downside Risk", 1991); undefined without losses. */
  readonly sortino: number | undefined
  /** Largest fall of the sum from its highest point. */
  readonly maxDrawdown: number
}

/** Measure gains and losses, at least one, in their order. */
export function measurePerformance(gains: readonly number[]): Performance {
  const mean = meanOf(gains)
  const deviation = deviationOf(gains)
  const downside = Math.sqrt(meanOf(gains.map((gain) => Math.min(gain, 0) ** 2)))
  let [sum, highest, maxDrawdown] = [0, 0, 0]
  for (const gain of gains) {
    sum += gain
    highest = Math.max(highest, sum)
    maxDrawdown = Math.max(maxDrawdown, highest - sum)
  }
  return {
    hitRateBps: Math.floor((gains.filter((gain) => gain > 0).length * 10_000) / gains.length),
    mean,
    deviation,
    sharpe: deviation > 0 ? mean / deviation : undefined,
    sortino: downside > 0 ? mean / downside : undefined,
    maxDrawdown,
  }
}
