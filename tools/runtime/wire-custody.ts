import type { Envelope, OwnAccount } from '../core/contract-account.ts'
import type { EventBus } from '../core/events.ts'
import { createCageExecutor } from '../safety/custody/cage-executor.ts'
import type { CapabilityMint } from '../safety/custody/capability.ts'
import { type Custody, createCustody } from '../safety/custody/custody.ts'
import type { HaltLatch } from '../safety/store/halt-latch.ts'
import type { SafetyStore } from '../safety/store/store.ts'
import type { SinkGuard } from '../safety/taint/sink-guard.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** Custody with its wallet, which it has while anyone needs it. */
export interface WiredCustody {
  readonly custody: Custody
  /** Give custody what signs; the last one who gives it back takes it away. */
  connectWallet(): () => void
}

/** Create custody; without a signing side it holds nothing. */
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
    /** The owner's account, where it acts for itself. */
    readonly ownAccount?: OwnAccount
    /** What is left of the running tick, milliseconds. */
    readonly remainingMs: () => number
  },
): WiredCustody {
  const { policy, signing } = ports
  const { store, latch, events, envelope, ownAccount } = parts
  const custody = createCustody(parts.mint, parts.guard)
  if (signing === undefined) return { custody, connectWallet: () => () => undefined }
  const executor = createCageExecutor({
    chainId: policy.chainId,
    cage: ports.account,
    ...(policy.approver ? { gate: policy.owner } : {}),
    signer: signing.signer,
    sender: signing.sender,
    ...(envelope ? { envelope } : {}),
    ...(ownAccount ? { ownAccount } : {}),
    clock: ports.clock,
    outbox: store,
    latch,
    broadcaster: ports.broadcaster,
    events,
    remainingMs: parts.remainingMs,
  })
  const users = new Set<symbol>()
  const connectWallet = () => {
    const user = Symbol('a user of the wallet')
    users.add(user)
    custody.setTxExecutor(executor)
    if (signing.typedDataSigner) custody.setTypedDataSigner(signing.typedDataSigner)
    return () => {
      users.delete(user)
      if (users.size === 0) custody.resetTxExecutor()
    }
  }
  if (ports.walletFor !== 'sessions') connectWallet()
  return { custody, connectWallet }
}
