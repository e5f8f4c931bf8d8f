import type { Phase } from '../../../tools/safety/policy/phases.ts'
import type { AuthorityRules } from './authority/authority.ts'

type Thresholds = AuthorityRules['vitality']

/** The phase that a vitality in basis points calls for; undefined when it is none. */
export function phaseOf(vitalityBps: number, thresholds: Thresholds): Phase | undefined {
  if (!Number.isInteger(vitalityBps) || vitalityBps < 0 || vitalityBps > 10_000) return undefined
  const steps: readonly (readonly [number, Phase])[] = [
    [thresholds.thrivingFromBps, 'thriving'],
    [thresholds.cautiousFromBps, 'cautious'],
    [thresholds.defensiveFromBps, 'defensive'],
    [thresholds.survivalFromBps, 'survival'],
  ]
  return steps.find(([from]) => vitalityBps >= from)?.[1] ?? 'terminal'
}

/** Vitality in basis points: the scarcer of what is left of the drawdown that is allowed, and of the gas reserve. */
export function vitalityOf(
  inputs: { readonly drawdownBps: number; readonly maxDrawdownBps: number; readonly gasBalanceWei: bigint },
  { gasReserveWei }: Thresholds,
): number {
  const { drawdownBps, maxDrawdownBps, gasBalanceWei } = inputs
  const left = maxDrawdownBps - drawdownBps
  const capital = drawdownBps === 0 ? 10_000 : left <= 0 ? 0 : Math.floor((left * 10_000) / maxDrawdownBps)
  const runway = gasBalanceWei >= gasReserveWei ? 10_000 : Number((gasBalanceWei * 10_000n) / gasReserveWei)
  return Math.min(capital, runway)
}
