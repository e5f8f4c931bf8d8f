import type { Hex } from 'viem'
import { createLiquidator } from '../agent/liquidate.ts'
import type { Stack } from '../agent/stack.ts'
import type { ChainReader } from '../core/chain.ts'
import type { EventBus } from '../core/events.ts'
import { createCheckpointer } from '../safety/audit/checkpointer.ts'
import { createCapabilityMint } from '../safety/custody/capability.ts'
import { createHooks } from '../safety/hooks/index.ts'
import type { ResultFilter } from '../safety/hooks/result-filter.ts'
import { createJoint, type Joint } from '../safety/joint.ts'
import type { Settled } from '../safety/permit/settlement.ts'
import { joinPhases } from '../safety/policy/joint-phases.ts'
import { createPhaseKeeper } from '../safety/policy/phase-keeper.ts'
import { createSafety, type Safety } from '../safety/safety.ts'
import type { SafetyStore } from '../safety/store/store.ts'
import type { SinkGuard } from '../safety/taint/sink-guard.ts'
import { openOperator } from './open-operator.ts'
import { openOwnAccount } from './open-own-account.ts'
import type { ProtocolPorts } from './protocol-ports.ts'
import type { RuntimePorts } from './runtime-ports.ts'
import { wireCustody } from './wire-custody.ts'

/** Audit entries after which an action waits for a checkpoint. */
const CHECKPOINT_EVERY_ENTRIES = 16

/** What the safety layer needs of the rest of the stack. */
interface Parts {
  readonly store: SafetyStore
  /** What it shares with the stacks of the agent's other chains. */
  readonly joint: Joint
  readonly guard: SinkGuard
  readonly events: EventBus
  readonly protocols: ProtocolPorts
  readonly resultFilter: ResultFilter
  readonly nextId: () => Hex
  /** The stack over one way to the chain; a halt plans with it what it sells and ends. */
  readonly stackOver: (way: ChainReader) => Stack
  /** What is left of the running tick, milliseconds. */
  readonly remainingMs: () => number
  /** Told of each permit that is settled. */
  readonly onSettled: (settled: Settled) => void
}

/** Create the safety layer with custody, hooks, phases, checkpoints and what a halt acts with. */
export function wireSafety(
  ports: RuntimePorts,
  parts: Parts,
): { readonly safety: Safety; readonly connectWallet: () => () => void } {
  const { book, chain, clock, policy, signing, standIns } = ports
  const { store, joint, guard, events, stackOver } = parts
  const latch = joint.latch.onChain(policy.chainId)
  const mint = createCapabilityMint()
  const operator = openOperator(ports)
  const { envelope } = operator ?? {}
  const ownAccount = openOwnAccount(ports)
  const { custody, connectWallet } = wireCustody(ports, {
    mint,
    guard,
    store,
    latch,
    events,
    ...(envelope ? { envelope } : {}),
    ...(ownAccount ? { ownAccount } : {}),
    remainingMs: parts.remainingMs,
  })
  const hooks = createHooks({ resultFilter: parts.resultFilter })
  const { checkpoints } = joint
  const safety = createSafety({
    store,
    policy,
    book,
    chain,
    secondProvider: ports.secondProvider,
    clock,
    events,
    guard,
    ...parts.protocols,
    hooks: standIns?.hooks?.(hooks) ?? hooks,
    phases: standIns?.phases ?? openPhases(ports, { store, joint, events }),
    custody,
    mint: standIns?.mint?.(mint) ?? mint,
    consumer: mint,
    joint,
    latch,
    haltRoutes: [{ chain, broadcaster: ports.broadcaster }, ports.alternate],
    // The owners of a contract are not asked in a halt: the guardian pauses.
    ...(signing === undefined || operator !== undefined ? {} : { haltSigner: signing.signer }),
    ...(ports.store.reserve ? { haltReserve: ports.store.reserve } : {}),
    ...(ports.guardian ? { guardian: ports.guardian } : {}),
    liquidate: createLiquidator({
      stackOver,
      clock,
      policy,
      wrappedNative: book.wrappedNative,
      account: ports.account,
    }),
    unwind: ({ kind, params }, way) => stackOver(way).planAction(kind, params),
    ...(checkpoints ? { checkpoints } : {}),
    account: ports.account,
    operator: ports.operator,
    ...(operator ? { route: operator.route } : {}),
    ...(ownAccount ? { ownAccount } : {}),
    nextId: parts.nextId,
    onSettled: parts.onSettled,
    ...(ports.onJudging ? { onJudging: ports.onJudging } : {}),
  })
  return { safety, connectWallet }
}

const openPhases = (
  { policy: { chainId, phaseDwellSeconds: dwellSeconds }, phase, clock }: RuntimePorts,
  { store, joint, events }: Pick<Parts, 'store' | 'joint' | 'events'>,
) => {
  const keeper = createPhaseKeeper({
    store,
    events,
    dwellSeconds,
    initial: phase,
    nowWallMs: clock.wallMs(),
  })
  return joinPhases(keeper, { chainId, dwellSeconds }, joint.phaseInputs)
}

/** Take a chain's stack out of what is shared: of a chain that nobody looks at any more, no old look holds the phase down. */
export function leaveJoint({ members, phaseInputs }: Joint, chainId: number): void {
  members.delete(chainId)
  phaseInputs.delete(chainId)
}

/** Open what the stacks over one store share; the store is that of all chains. */
export function openJoint({ checkpoints, clock, newStoreId }: RuntimePorts, store: SafetyStore): Joint {
  const everyEntries = CHECKPOINT_EVERY_ENTRIES
  return createJoint(
    store,
    checkpoints && createCheckpointer({ ...checkpoints, store, clock, everyEntries, newStoreId }),
  )
}
