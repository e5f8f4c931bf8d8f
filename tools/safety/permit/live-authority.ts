import type { Address } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { inTime } from '../../core/in-time.ts'
import { type LiveAuthority, readLiveAllowances, sumLiveAllowances } from '../evidence/live-allowances.ts'
import type { Providers } from '../evidence/second-provider.ts'
import { isAfter } from '../evidence/spend.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import { readAllowanceHistory } from './settlement-record.ts'

/**
 * Read what others may take of the account's allowances on its chain, beside what the ledger's entries after a moment
 * granted.
 *
 * @throws ToolError PRICE_MISSING, CHAIN_READ_FAILED, PROVIDERS_DISAGREE, CHAIN_TIMEOUT
 */
export async function readLiveAuthority(
  deps: Providers<'readState'> & {
    readonly account: Address
    readonly store: SafetyStore
    readonly policy: SafetyPolicy
    readonly clock: Pick<Clock, 'setTimer'>
  },
  start: ClockReading,
): Promise<LiveAuthority> {
  const { store, policy, clock } = deps
  const recent = store.ledgerAfter(start).filter((entry) => isAfter(entry, start))
  const { granted, seen } = readAllowanceHistory(store, recent)
  const reading = readLiveAllowances(deps, granted)
  return sumLiveAllowances(await inTime(clock, reading, 'the allowances'), policy, { granted, seen })
}
