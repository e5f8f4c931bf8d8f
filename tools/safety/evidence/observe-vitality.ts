import type { Address } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { inTime } from '../../core/in-time.ts'
import type { PhaseKeeper, PhaseState } from '../policy/phase-keeper.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { advanceClocks, assertClocksAgree, currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import type { Providers } from './second-provider.ts'
import { phaseOfVitality, readVitalityBps } from './vitality.ts'

/** Read vitality and report the phase that it calls for; what cannot be read allows exits only. */
export async function observeVitality(
  deps: Providers<'readContract' | 'getBalance' | 'getBlock'> & {
    readonly store: SafetyStore
    readonly clock: Clock
    readonly policy: SafetyPolicy
    readonly phases: PhaseKeeper
    readonly account: Address
    readonly sender: Address
    /** An older copy of the store must not bring an earlier phase back. */
    readonly seal: () => Promise<unknown>
  },
): Promise<PhaseState> {
  const { store, clock, policy, phases, chain } = deps
  const { wallMs } = currentMoment(store, clock.wallMs())
  try {
    const { gasReserveWei } = policy.vitality
    const vitality = readVitalityBps({ ...deps, cage: deps.account, gasReserveWei })
    const [vitalityBps, head] = await inTime(clock, Promise.all([vitality, chain.getBlock()]), 'vitality')
    const reading = { wallMs: clock.wallMs(), chainSeconds: Number(head.timestamp) }
    assertClocksAgree(reading, policy.maxClockSkewSeconds)
    const now = advanceClocks(store, reading)
    const before = phases.current()
    const state = phases.observe(phaseOfVitality(vitalityBps, policy.vitality), now)
    if (state.epoch !== before.epoch) await deps.seal()
    return state
  } catch {
    const isKnown = phases.current().phase !== undefined
    const state = phases.observe(undefined, currentMoment(store, wallMs))
    if (isKnown) await deps.seal()
    return state
  }
}
