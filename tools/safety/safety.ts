import type { Address, Hex } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import type { ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import type { OperatorRoute, OwnAccount } from '../core/contract-account.ts'
import type { DecoderIndex } from '../core/decoder-index.ts'
import { deepFreeze } from '../core/deep-freeze.ts'
import type { EventBus } from '../core/events.ts'
import type { GrantKeeper } from '../core/grant-keeper.ts'
import { inTime } from '../core/in-time.ts'
import type { Interfaces } from '../core/interfaces.ts'
import { type Json, toJson } from '../core/json.ts'
import type { KnownWitness } from '../core/loss-witness.ts'
import type { PositionKeeper } from '../core/position-keeper.ts'
import type { SafetyView } from '../core/safety-view.ts'
import type { KnownSignature } from '../core/signature-reader.ts'
import type { Checkpointer } from './audit/checkpointer.ts'
import { createSealer } from './audit/sealer.ts'
import type { AccountRequest } from './custody/account-approval.ts'
import { type ApprovedAction, createApprovalCheck } from './custody/approval-check.ts'
import type { CapabilityMint } from './custody/capability.ts'
import type { Custody } from './custody/custody.ts'
import { createLocalCustody } from './custody/local-custody.ts'
import type { ApprovalMessage } from './custody/owner-approval.ts'
import type { HaltRoute } from './custody/send-for-halt.ts'
import type { TransactionSigner } from './custody/signers/transaction-signer.ts'
import { createBookKeeper } from './evidence/books.ts'
import { readAccountNonce } from './evidence/evidence.ts'
import { createAuthorityElsewhere } from './evidence/live-elsewhere.ts'
import { observeVitality } from './evidence/observe-vitality.ts'
import type { SecondProvider } from './evidence/second-provider.ts'
import type { EmergencyGuardian } from './guardian/guardian-client.ts'
import { createDenier } from './halt/denier.ts'
import { type CarriedOut, createHaltCarrier } from './halt/halt-carrier.ts'
import type { Liquidator, Unwinder } from './halt/halt-procedure.ts'
import type { HaltReserve } from './halt/halt-reserve.ts'
import { joinCarriers } from './halt/joined-carrier.ts'
import type { Hook } from './hooks/hook.ts'
import { createJoint, type Joint } from './joint.ts'
import { createHaltPort } from './local/halt-port.ts'
import { createKeepingPort } from './local/keeping-port.ts'
import { createOutboxPort } from './local/outbox-port.ts'
import { makeOwnerChange, type OwnerChange } from './owner/owner-change.ts'
import { createOwnerOperations } from './owner/owner-operations.ts'
import { createAccountCheck } from './permit/account-check.ts'
import { createAccountLease } from './permit/account-lease.ts'
import { assertAnnouncement } from './permit/announcement.ts'
import type { JudgedPlan } from './permit/assess-action.ts'
import { type Attempt, createAttemptLog } from './permit/attempt-log.ts'
import { type Committed, commitAction, type Signed } from './permit/commit-action.ts'
import { decideInTime } from './permit/decision.ts'
import { createDenialLog } from './permit/denial-log.ts'
import { describePermit, type PermitPreview } from './permit/describe-permit.ts'
import { findPending } from './permit/find-pending.ts'
import { foreseeAction } from './permit/foresee-action.ts'
import { gatherAction } from './permit/gather-action.ts'
import { readLiveAuthority } from './permit/live-authority.ts'
import { commitLocal, type Kept, previewLocal } from './permit/local-action.ts'
import { createPauseCheck } from './permit/pause-check.ts'
import { type ActionPermit, findBody } from './permit/permit.ts'
import { createPhaseCheck } from './permit/phase-check.ts'
import { type PreviewInput, previewAction } from './permit/preview-action.ts'
import type { Reconciled } from './permit/reconcile-permit.ts'
import { createRecovery, type Recovered } from './permit/recovery.ts'
import { createSettler, type Settled } from './permit/settlement.ts'
import { createLimitKeeper } from './policy/limit-keeper.ts'
import { createListKeeper } from './policy/list-keeper.ts'
import type { PhaseKeeper, PhaseState } from './policy/phase-keeper.ts'
import { policyVersion, type SafetyPolicy } from './policy/policy.ts'
import { createPolicyInForce } from './policy/policy-in-force.ts'
import { assertPolicy } from './policy/policy-schema.ts'
import { raisableFee } from './policy/raisable-fee.ts'
import { createSafetyView } from './safety-view.ts'
import type { HaltLatch } from './store/halt-latch.ts'
import type { SafetyStore } from './store/store.ts'
import { nameStoreFailures } from './store/store-failure.ts'
import { findAddresses } from './taint/find-values.ts'
import { createProvenance, type Provenance } from './taint/provenance.ts'
import type { SinkGuard } from './taint/sink-guard.ts'

/** What the safety layer is built from. */
export interface SafetyDeps {
  readonly store: SafetyStore
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly chain: ChainReader
  /** A second provider that has to agree with the first, when there is one. */
  readonly secondProvider: SecondProvider | undefined
  readonly clock: Clock
  readonly events: EventBus
  /** Stands before everything that goes to a node, a signer or the chain. */
  readonly guard: Pick<SinkGuard, 'pass'>
  readonly decoders: DecoderIndex
  /** Says why calls fail. */
  readonly interfaces: Pick<Interfaces, 'explainRevert'>
  readonly signatures: readonly KnownSignature[]
  readonly grants: readonly GrantKeeper[]
  readonly positions: readonly PositionKeeper[]
  readonly witnesses: readonly KnownWitness[]
  readonly hooks: readonly Hook[]
  readonly phases: PhaseKeeper
  readonly custody: Custody
  readonly mint: Pick<CapabilityMint, 'mint'>
  /** What it shares with the safety layers of the agent's other chains; a layer of its own without. */
  readonly joint?: Joint
  /** Uses up the capabilities of what happens off the chain. */
  readonly consumer: Pick<CapabilityMint, 'consume'>
  /** The one latch of this process; what signs and sends looks at the same one. */
  readonly latch: HaltLatch
  /** Ways by which a halt is carried out: the pause goes out by all of them, the rest by one after another. */
  readonly haltRoutes: readonly HaltRoute[]
  /** Signs a halt's transactions; undefined when nobody can. */
  readonly haltSigner?: TransactionSigner
  /** Disk space for a halt's records; only a store in memory does without. */
  readonly haltReserve?: HaltReserve
  /** Signs above the hot lane, and pauses the cage when the operator cannot. */
  readonly guardian?: EmergencyGuardian
  /** Plans what a halt sells. */
  readonly liquidate: Liquidator | undefined
  /** Plans how a halt ends positions. */
  readonly unwind: Unwinder | undefined
  /** Puts signed checkpoints of the audit log outside; only a store in memory does without. */
  readonly checkpoints?: Checkpointer
  readonly account: Address
  readonly operator: Address
  /** How the operator acts when it is a contract. */
  readonly route?: OperatorRoute
  /** The owner's account, where it acts for itself. */
  readonly ownAccount?: OwnAccount
  /** Gives a new 32-byte identifier at each call. */
  readonly nextId: () => Hex
  /** Told of each permit that is settled; it must not throw. */
  readonly onSettled?: (settled: Settled) => void
  /** Told of each plan before anything judges it; it must not throw. */
  readonly onJudging?: (judged: JudgedPlan) => void
}

/** The one way from a plan to a transaction: preview, then commit. Where the store fails, all of it says STORE_FAILED. */
export interface Safety {
  readonly view: SafetyView
  readonly phases: PhaseKeeper
  /** Read vitality and report the phase that it calls for; what cannot be read allows exits only. */
  observeVitality(): Promise<PhaseState>
  /** What the model knows from outside only; it may decide nothing. */
  readonly provenance: Provenance
  /**
   * Count an attempt to act, whatever becomes of it; the rate limiter counts failures too. What is asked for by it is
   * judged with it.
   */
  noteAttempt(): Attempt
  /**
   * Judge a plan and issue a permit for it.
   *
   * @throws ToolError naming the layer that denied
   */
  preview(input: PreviewInput): Promise<ActionPermit>
  /**
   * Judge a permitted plan again at the head, use the permit up and carry the plan out.
   *
   * @throws ToolError naming the layer that denied
   */
  commit(permitId: Hex, attempt: Attempt): Promise<Committed | Signed | Kept>
  /**
   * Make a change that the owner, or for some the guardian, approved: the approval is used up, audited and takes effect in one transaction.
   *
   * @throws ToolError naming the layer that denied
   */
  change(change: OwnerChange): Promise<Json>
  /** Say what the owner has to sign for a privileged action; signing is out of reach from here. */
  describeApproval(
    action: ApprovedAction,
    choice: { readonly nonce: bigint; readonly deadlineSeconds: bigint },
  ): ApprovalMessage
  /** Say what the owners of the owner's account have to sign for its call. @throws ToolError */
  describeOwnCall(action: ApprovedAction): Promise<AccountRequest>
  /** Say what a permit is for; undefined when there is none. */
  describePermit(permitId: Hex): PermitPreview | undefined
  /** Give a pending permit up. */
  cancel(permitId: Hex): void
  /**
   * Set the halt latch, give every pending permit up and carry the halt out on chain; called again it does what is
   * still to do.
   */
  halt(reason: string): Promise<CarriedOut>
  /** Settle, send again or cancel what a crash or a lost answer left open; runs before each action as well. */
  recover(): Promise<readonly Recovered[]>
  /** Do the same for what an earlier tick left open, and for nothing else. */
  takeUp(): Promise<readonly Recovered[]>
  /**
   * Look again for transactions whose block is not final; what fell out is sent again as it was. What is found is found
   * again until it was judged.
   */
  reconcile(): Promise<readonly Reconciled[]>
  /** Make durable what was found of a permit, once it was judged and the halt is set that it calls for. */
  noteJudged(found: Reconciled): void
  /** Claim the account, as it is now, after another signer acted for it; only its owner may decide that. */
  claimAccount(): Promise<void>
  /** Write a checkpoint of the whole audit log; answers whether everything is covered. */
  seal(): Promise<boolean>
}

/**
 * Create the safety layer: put the rooms together, and nothing else.
 *
 * @throws RangeError when what the policy says cannot be kept
 */
export function createSafety(deps: SafetyDeps): Safety {
  assertPolicy(deps.policy)
  const joint = deps.joint ?? createJoint(deps.store, deps.checkpoints)
  const rooms = connectRooms(deps, joint)
  const { store, clock, sealer, denier, attempts, held, recovery, settler, carrier } = rooms
  const { exclusively } = joint
  /** Act only while the entries that no checkpoint covers yet are few. */
  const decide = async <T>(body: (close: () => void) => Promise<T>): Promise<T> => {
    await sealer.advance()
    // What a preview read must still hold when it is held against books that a commit beside it would write.
    return decideInTime(clock, (close) => exclusively(() => body(close)))
  }
  const change = async (owners: OwnerChange) => {
    await sealer.advance()
    return exclusively(() => makeOwnerChange(owners, rooms))
  }
  return nameStoreFailures<Safety>({
    view: nameStoreFailures(createSafetyView({ ...rooms, foresee: (asked) => foreseeAction(asked, rooms) })),
    phases: nameStoreFailures(deps.phases),
    provenance: rooms.provenance,
    observeVitality: () => observeVitality({ ...rooms, seal: sealer.seal }),
    noteAttempt: () => attempts.note(),
    preview: (input) =>
      decide((close) => {
        const { plan } = input
        return plan.kind === 'local'
          ? previewLocal({ ...input, plan }, close, rooms)
          : previewAction({ ...input, plan }, close, rooms)
      }).catch((error) => denier.denyOrHalt('preview', { tool: input.tool.name }, error)),
    commit: (permitId, attempt) =>
      decide<Committed | Signed | Kept>((close) => {
        const row = store.findPermit(permitId)
        const isLocal = row && findBody(row)?.plan.kind === 'local'
        return isLocal
          ? commitLocal(permitId, attempt, close, rooms)
          : commitAction(permitId, attempt, close, rooms)
      }).catch((error) => denier.denyOrHalt('commit', { permitId }, error)),
    change: (owners) =>
      change(owners).catch((error) => denier.deny('owner-change', { tool: owners.tool }, error)),
    describeApproval: rooms.approvals.describe,
    describeOwnCall: rooms.approvals.describeOwnCall,
    describePermit: (permitId) => describePermit(store, permitId),
    cancel(permitId) {
      findPending(store, permitId)
      settler.end(permitId, 'pending', 'cancelled')
    },
    halt: denier.halt,
    async recover() {
      await carrier.resume()
      return exclusively(recovery.recover)
    },
    async takeUp() {
      return store.listPermits('committing').length === 0 ? [] : exclusively(recovery.recover)
    },
    reconcile: () => exclusively(recovery.reconcile),
    noteJudged: recovery.noteJudged,
    claimAccount: () => exclusively(held.claim),
    seal: sealer.seal,
  })
}

const booked = new WeakMap<AddressBook, readonly Address[]>()

/** List the addresses of a book, which no longer changes from then on: stacks of one process go by the same one. */
function listBooked(book: AddressBook): readonly Address[] {
  const known = booked.get(book)
  if (known !== undefined) return known
  const found = findAddresses(toJson(deepFreeze(book)))
  booked.set(book, found)
  return found
}

/** Create what stands in the rooms, each over what stands below it. */
function connectRooms(deps: SafetyDeps, joint: Joint) {
  const { store, policy, latch, account, operator } = deps
  const { chainId } = policy
  const listOthers = () => [...joint.members.values()].filter((member) => member.chainId !== chainId)
  assertAnnouncement(policy)
  const sender = deps.route?.sender ?? operator
  const version = policyVersion(policy)
  const limits = createLimitKeeper(store, policy.limits, version)
  const lists = createListKeeper(store, version)
  const base = {
    ...deps,
    sender,
    limits,
    authorityElsewhere: createAuthorityElsewhere(
      store,
      () => new Map(listOthers().map((other) => [other.chainId, other.readLiveAuthority])),
    ),
    lists,
    inForce: createPolicyInForce(policy, limits, lists),
    books: createBookKeeper(deps),
    lease: createAccountLease(store),
    attempts: createAttemptLog({ ...deps, memory: joint.attempts }),
    sealer: createSealer(deps),
    provenance: createProvenance({
      ...deps,
      told: joint.told,
      endorsed: [...findAddresses(toJson(policy)), ...listBooked(deps.book), account, operator],
    }),
  }
  const settler = createSettler(base)
  const pressing = {
    ...base,
    ...(deps.route ? { readReceipt: deps.route.readReceipt } : {}),
    isHalted: () => latch.read() !== undefined,
    mostFeeWei: raisableFee(policy.gas.maxFeePerGasWei),
  }
  const local = createLocalCustody(deps.consumer, [
    // What carries halts out stands above what reads the account, which stands above the ports.
    createHaltPort(store, () => carrier),
    createOutboxPort(pressing),
    createKeepingPort('schedule', store),
  ])
  const recovery = createRecovery({ ...pressing, settler, local })
  const held = createAccountCheck({ ...base, recovery })
  const ownCarrier = createHaltCarrier({
    ...base,
    routes: deps.haltRoutes,
    signer: deps.haltSigner,
    ...(deps.haltReserve ? { reserve: deps.haltReserve } : {}),
    knownNonce() {
      try {
        return base.lease.next()
      } catch {
        return undefined
      }
    },
    endPermit: ({ permitId }) => settler.end(permitId, 'pending', 'cancelled', { halt: true }),
    gather: ({ chain }, plan, permitId, deadlineSeconds, head) =>
      gatherAction({ plan, permitId, deadlineSeconds, head }, { ...base, chain }),
  })
  ownCarrier.prepare()
  joint.members.set(chainId, {
    chainId,
    carrier: ownCarrier,
    readLiveAuthority: (start) => readLiveAuthority(base, start),
    async prepareClear() {
      await held.assertResolved()
      const found = await inTime(base.clock, readAccountNonce(base), 'the nonce')
      return () => {
        base.lease.claim(found)
        base.books.forget()
      }
    },
  })
  const carrier = joinCarriers(ownCarrier, listOthers)
  return {
    ...base,
    settler,
    recovery,
    local,
    held,
    carrier,
    phase: createPhaseCheck(base),
    approvals: createApprovalCheck(base),
    assertPauseExplained: createPauseCheck(base),
    denier: createDenier({ ...base, carrier, denials: createDenialLog(base) }),
    operations: createOwnerOperations({
      ...base,
      assertResolved: held.assertResolved,
      isHalting: () => carrier.isUnderWay,
      countHalted: () => carrier.ended,
      prepareClearElsewhere: () => Promise.all(listOthers().map(({ prepareClear }) => prepareClear())),
    }),
  }
}
