import { createMutex, type Mutex } from '../core/mutex.ts'
import type { Checkpointer } from './audit/checkpointer.ts'
import type { AuthorityReader } from './evidence/live-elsewhere.ts'
import type { CarrierElsewhere } from './halt/joined-carrier.ts'
import { type AttemptMemory, createAttemptMemory } from './permit/attempt-log.ts'
import type { PhaseInputs } from './policy/joint-phases.ts'
import { createHaltLatch, type HaltLatch } from './store/halt-latch.ts'
import type { SafetyStore } from './store/store.ts'
import { createToldMemory, type ToldMemory } from './taint/told-amounts.ts'

/** What the safety layer of one chain is to those of the others. */
export interface JointMember extends CarrierElsewhere {
  readonly readLiveAuthority: AuthorityReader
  /** Read what lifting a halt needs of this chain; answers its effect there. @throws ToolError */
  readonly prepareClear: () => Promise<() => void>
}

/** What the safety layers of one agent share, one a chain: store, ledger, latch and turn. */
export interface Joint {
  /** The whole store, whatever chain a row is of. */
  readonly store: SafetyStore
  readonly latch: HaltLatch
  /** Actions of all chains are decided one after another. */
  readonly exclusively: Mutex
  readonly checkpoints: Checkpointer | undefined
  readonly phaseInputs: PhaseInputs
  readonly attempts: AttemptMemory
  readonly told: ToldMemory
  /** By chain. */
  readonly members: Map<number, JointMember>
}

/** Create what the safety layers over one store share; the store is that of all chains. */
export const createJoint = (store: SafetyStore, checkpoints?: Checkpointer): Joint => ({
  store,
  latch: createHaltLatch(store),
  exclusively: createMutex(),
  checkpoints,
  phaseInputs: new Map(),
  attempts: createAttemptMemory(),
  told: createToldMemory(),
  members: new Map(),
})
