import type { Address } from 'viem'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { Phase } from '../policy/phases.ts'
import type { VitalityThresholds } from '../policy/policy.ts'
import { askBoth, type Providers } from './second-provider.ts'

/** What vitality is derived from. */
export interface VitalityInputs {
  /** Fall of the value per share from its high-water mark, at the cage's guarded prices. */
  readonly drawdownBps: number
  readonly maxDrawdownBps: number
  /** What can still be paid for gas. */
  readonly gasBalanceWei: bigint
  /** Balance at which gas is no concern. */
  readonly gasReserveWei: bigint
}

const FULL_BPS = 10_000

/** Derive vitality in basis points: the scarcer of what is left of the drawdown budget and of the gas reserve. */
export function deriveVitalityBps(inputs: VitalityInputs): number {
  const { drawdownBps, maxDrawdownBps, gasBalanceWei, gasReserveWei } = inputs
  const capital =
    drawdownBps >= maxDrawdownBps && drawdownBps > 0
      ? 0
      : maxDrawdownBps === 0
        ? FULL_BPS
        : Math.floor(((maxDrawdownBps - drawdownBps) * FULL_BPS) / maxDrawdownBps)
  const runway = gasBalanceWei >= gasReserveWei ? FULL_BPS : Number((gasBalanceWei * 10_000n) / gasReserveWei)
  return Math.min(capital, runway)
}

/** Name the phase that a vitality calls for; undefined when it is no vitality at all. */
export function phaseOfVitality(vitalityBps: number, thresholds: VitalityThresholds): Phase | undefined {
  if (!Number.isInteger(vitalityBps) || vitalityBps < 0 || vitalityBps > FULL_BPS) return undefined
  if (vitalityBps >= thresholds.thrivingFromBps) return 'thriving'
  if (vitalityBps >= thresholds.cautiousFromBps) return 'cautious'
  if (vitalityBps >= thresholds.defensiveFromBps) return 'defensive'
  return vitalityBps >= thresholds.survivalFromBps ? 'survival' : 'terminal'
}

/**
 * Read vitality from the cage and the balance of the account that sends, which pays for gas: an operator that is a contract
 * holds none.
 *
 * @throws whatever the reads throw, a stale price of the cage among it; ToolError PROVIDERS_DISAGREE
 */
export async function readVitalityBps(
  deps: Providers<'readContract' | 'getBalance'> & {
    readonly cage: Address
    readonly sender: Address
    readonly gasReserveWei: bigint
  },
): Promise<number> {
  const { cage, sender, gasReserveWei } = deps
  const [drawdownBps, { maxDrawdownBps }, gasBalanceWei] = await askBoth('vitality', deps, (provider) =>
    Promise.all([
      provider.readContract({ address: cage, abi: policyCageAbi, functionName: 'drawdownBps' }),
      provider.readContract({ address: cage, abi: policyCageAbi, functionName: 'policy' }),
      provider.getBalance({ address: sender }),
    ]),
  )
  return deriveVitalityBps({ drawdownBps: Number(drawdownBps), maxDrawdownBps, gasBalanceWei, gasReserveWei })
}
