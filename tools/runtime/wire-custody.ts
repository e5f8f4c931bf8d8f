import type { Envelope } from '../core/contract-account.ts'
import type { EventBus } from '../core/events.ts'
import { createCageExecutor } from '../safety/custody/cage-executor.ts'
import type { CapabilityMint } from '../safety/custody/capability.ts'
import { type Custody, createCustody } from '../safety/custody/custody.ts'
import type { HaltLatch } from '../safety/store/halt-latch.ts'
import type { SafetyStore } from '../safety/store/store.ts'
import type { SinkGuard } from '../safety/taint/sink-guard.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** Create custody and give it what signs; without a signing side it holds nothing. */
export function wireCustody(
  ports: RuntimePorts,
  parts: {
    readonly mint: CapabilityMint
    readonly guard: SinkGuard
    readonly store: SafetyStore
    readonly latch: HaltLatch
    readonly events: EventBus
    /** What an operator that is a contract acts in. */
    readonly envelope?: Envelope
  },
): Custody {
  const { policy, signing } = ports
  const { store, latch, events, envelope } = parts
  const custody = createCustody(parts.mint, parts.guard)
  if (signing === undefined) return custody
  custody.setTxExecutor(
    createCageExecutor({
      chainId: policy.chainId,
      cage: ports.account,
      ...(policy.approver ? { gate: policy.owner } : {}),
      signer: signing.signer,
      sender: signing.sender,
      ...(envelope ? { envelope } : {}),
      clock: ports.clock,
      outbox: store,
      latch,
      broadcaster: ports.broadcaster,
      events,
    }),
  )
  if (signing.typedDataSigner) custody.setTypedDataSigner(signing.typedDataSigner)
  return custody
}
