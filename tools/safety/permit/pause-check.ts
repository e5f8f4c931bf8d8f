import type { Address } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { askBoth, type Providers } from '../evidence/second-provider.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { SafetyStore } from '../store/store.ts'
import { type AccountLease, LEASE_KEY } from './account-lease.ts'

/**
 * Create the check that a paused cage is explained: what the stack paused by a permit it noted before, so that else a halt
 * whose records the disk did not take left it paused.
 *
 * The check throws ToolError PAUSE_UNEXPLAINED, HALTED, PROVIDERS_DISAGREE, CHAIN_TIMEOUT
 */
export function createPauseCheck(
  deps: Providers<'readContract'> & {
    readonly store: SafetyStore
    readonly clock: Pick<Clock, 'setTimer'>
    readonly latch: HaltLatch
    readonly lease: AccountLease
    readonly account: Address
  },
): () => Promise<void> {
  const { store, clock, latch, lease } = deps
  let isPauseExplained: boolean | undefined
  return async () => {
    // Only a store that has acted can have lost a halt.
    isPauseExplained ??= lease.next() === undefined && store.isMetaIntact(LEASE_KEY)
    if (isPauseExplained || latch.read() !== undefined || latch.leftPaused()) return
    const isPaused = askBoth('whether the cage is paused', deps, (provider) =>
      provider.readContract({ address: deps.account, abi: policyCageAbi, functionName: 'paused' }),
    )
    const wasPaused = await inTime(clock, isPaused, 'the pause')
    // One that began meanwhile may have paused it.
    latch.assertOpen()
    if (wasPaused) throw new ToolError('PAUSE_UNEXPLAINED', {})
    isPauseExplained = true
  }
}
