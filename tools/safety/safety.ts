import { type Address, type Hex, pad, type TransactionReceipt } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import type { Capability } from '../core/capability.ts'
import type { ChainReader, SimulationEnvironment } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import type { DecoderIndex } from '../core/decoder-index.ts'
import { deepFreeze } from '../core/deep-freeze.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { ownerGateAbi } from '../core/generated/owner-gate-abi.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import { inTime } from '../core/in-time.ts'
import { type Json, toJson } from '../core/json.ts'
import { createMutex } from '../core/mutex.ts'
import type { ActionPlan, OwnerOperation, OwnerPlan, SignaturePlan, TransactionPlan } from '../core/plan.ts'
import type { RequestedBy } from '../core/request-bounds.ts'
import type { SafetyView } from '../core/safety-view.ts'
import { toPlainData } from '../core/schema.ts'
import { sha256Text } from '../core/sha256.ts'
import type { KnownSignature } from '../core/signature-reader.ts'
import type { PrivilegedTool, RiskTier, WriteTool } from '../core/tool-def.ts'
import type { Checkpointer } from './audit/checkpointer.ts'
import type { CapabilityMint } from './custody/capability.ts'
import type { Custody, SignatureRequest } from './custody/custody.ts'
import {
  type ApprovalMessage,
  assertApproved,
  consumeApproval,
  describeApproval,
  encodeCarryOut,
  isApprovedBy,
  type OwnerApproval,
} from './custody/owner-approval.ts'
import type { HaltRoute } from './custody/send-for-halt.ts'
import type { TransactionSigner } from './custody/signers/transaction-signer.ts'
import { BOOKS_KEY, createBookKeeper } from './evidence/books.ts'
import { type Evidence, gatherEvidence, type Head } from './evidence/evidence.ts'
import type { OperatorRoute } from './evidence/operator-route.ts'
import { askBoth, type SecondProvider } from './evidence/second-provider.ts'
import { gatherSignatureEvidence, toSignatureCall } from './evidence/signature-evidence.ts'
import { hashSimulation } from './evidence/simulation-hash.ts'
import { heldSeconds, windowStart } from './evidence/spend.ts'
import { phaseOfVitality, readVitalityBps } from './evidence/vitality.ts'
import { askGuardian } from './guardian/ask-guardian.ts'
import type { EmergencyGuardian } from './guardian/guardian-client.ts'
import { type CarriedOut, createHaltCarrier } from './halt/halt-carrier.ts'
import type { Liquidator, Unwinder } from './halt/halt-procedure.ts'
import type { HaltReserve } from './halt/halt-reserve.ts'
import { type ChainVerdict, runHookChain } from './hooks/chain.ts'
import type { Claim, Hook } from './hooks/hook.ts'
import { createOwnerHooks } from './hooks/owner-hooks.ts'
import { createAccountLease, LEASE_KEY } from './permit/account-lease.ts'
import { createAttemptLog } from './permit/attempt-log.ts'
import { decideInTime } from './permit/decision.ts'
import { createDenialLog } from './permit/denial-log.ts'
import { createOwnerOperations, GUARDIAN_OPERATIONS } from './permit/owner-operations.ts'
import { type ActionPermit, assertAlive, type PermitBody, parseBody, serialiseBody } from './permit/permit.ts'
import { createRecovery, type Reconciled, type Recovered } from './permit/recovery.ts'
import { assertWithinRequestBounds } from './permit/request-bounds.ts'
import {
  createSettler,
  type ExecutionOutcome,
  readAllowanceHistory,
  readGrantedAllowances,
} from './permit/settlement.ts'
import { createLimitKeeper, LIMITS_KEY } from './policy/limit-keeper.ts'
import type { PhaseKeeper, PhaseState } from './policy/phase-keeper.ts'
import { allowedClasses, allowsRiskTier, EXITS } from './policy/phases.ts'
import { policyVersion, type SafetyPolicy } from './policy/policy.ts'
import { createSafetyView } from './safety-view.ts'
import { advanceClocks, CLOCKS_KEY, currentMoment } from './store/clocks.ts'
import type { HaltLatch } from './store/halt-latch.ts'
import type { ClockReading, PermitRow, SafetyStore } from './store/store.ts'
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
  readonly signatures: readonly KnownSignature[]
  readonly hooks: readonly Hook[]
  readonly phases: PhaseKeeper
  readonly custody: Custody
  readonly mint: Pick<CapabilityMint, 'mint'>
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
  /** Gives a new 32-byte identifier at each call. */
  readonly nextId: () => Hex
}

/** An action to preview: a plan of a write tool, with what the model said of it. */
export interface PreviewInput {
  readonly tool: Pick<WriteTool | PrivilegedTool, 'name' | 'riskTier'>
  readonly actionKind: string
  readonly params: Json
  readonly claims: readonly Claim[]
  readonly plan: ActionPlan
  /** The owner's approval; a privileged tool needs one. */
  readonly approval?: OwnerApproval
  /** The untrusted tool that asks for the action. */
  readonly requestedBy?: RequestedBy
}

/** A committed action: what was permitted and what the chain answered. */
export interface Committed {
  readonly permitId: Hex
  readonly body: PermitBody & { readonly plan: TransactionPlan }
  readonly receipt: TransactionReceipt
}

/** A committed signature: nothing was sent, but it counts as spent. */
export interface Signed {
  readonly permitId: Hex
  readonly body: PermitBody
  readonly typedData: SignaturePlan['typedData']
  readonly signature: Hex
}

/** A privileged action, as its owner approves it. */
export interface ApprovedAction extends Pick<PermitBody, 'tool' | 'params'> {
  readonly plan: Pick<ActionPlan, 'calls'>
}

/** A change of the safety layer itself, with an approval of its very parameters: the owner's, or the guardian's for some. */
export interface OwnerChange {
  readonly tool: string
  readonly plan: OwnerPlan
  readonly approval: OwnerApproval
}

/** The one way from a plan to a transaction: preview, then commit. */
export interface Safety {
  readonly view: SafetyView
  readonly phases: PhaseKeeper
  /** Read vitality and report the phase that it calls for; what cannot be read allows exits only. */
  observeVitality(): Promise<PhaseState>
  /** What the model knows from outside only; it may decide nothing. */
  readonly provenance: Provenance
  /** Count an attempt to act, whatever becomes of it; the rate limiter counts failures too. */
  noteAttempt(): void
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
  commit(permitId: Hex): Promise<Committed | Signed>
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
  /** Give a pending permit up. */
  cancel(permitId: Hex): void
  /**
   * Set the halt latch, give every pending permit up and carry the halt out on chain; called again it does what is
   * still to do.
   */
  halt(reason: string): Promise<CarriedOut>
  /** Settle, send again or cancel what a crash or a lost answer left open; runs before each action as well. */
  recover(): Promise<readonly Recovered[]>
  /** Look again for transactions whose block is not final; what fell out is sent again as it was. */
  reconcile(): Promise<readonly Reconciled[]>
  /** Claim the account, as it is now, after somebody else signed for it; only its owner may decide that. */
  claimAccount(): Promise<void>
  /** Write a checkpoint of the whole audit log; answers whether everything is covered. */
  seal(): Promise<boolean>
}

/** Gas headroom over the simulated use: half again plus a fixed part for storage that turns cold. */
const withGasHeadroom = (gasUsed: bigint) => (gasUsed * 3n) / 2n + 50_000n

/** What SQLite throws becomes a denial that names the store; anything else stays as it is. */
function toDenial(cause: unknown): unknown {
  const isStoreFailure = cause instanceof Error && (cause as { code?: unknown }).code === 'ERR_SQLITE_ERROR'
  return isStoreFailure ? new ToolError('STORE_FAILED', { reason: cause.message }, { cause }) : cause
}

/** A fee that a node replaces by one that offers a tenth more. */
const raisableFee = (mostWei: bigint) => (mostWei * 10n) / 11n

/**
 * Most that an action may pay for a unit of gas: room for the base fee to double, but never so much that a halt could not
 * replace it.
 *
 * @throws ToolError FEE_ABOVE_CEILING
 */
function chooseMostFee({ gas }: SafetyPolicy, baseFeeWei: bigint, plan: ActionPlan): bigint {
  const ceiling = raisableFee(gas.maxFeePerGasWei)
  const least = baseFeeWei + gas.priorityFeeWei
  if (plan.kind !== 'signature' && least > ceiling) {
    throw new ToolError('FEE_ABOVE_CEILING', { found: least, expected: ceiling })
  }
  const wanted = 2n * baseFeeWei + gas.priorityFeeWei
  return wanted < ceiling ? wanted : ceiling
}

/**
 * First fees of a transaction: such that they can be raised within what is permitted, unless the base fee has already
 * come nearer to that.
 */
function firstFees({ maxFeePerGasWei, priorityFeeWei }: PermitBody, baseFeeWei: bigint) {
  const isRaisable = raisableFee(maxFeePerGasWei) >= baseFeeWei
  return isRaisable
    ? { maxFeePerGasWei: raisableFee(maxFeePerGasWei), priorityFeeWei: raisableFee(priorityFeeWei) }
    : { maxFeePerGasWei, priorityFeeWei }
}

/** What of a plan leaves the process; what it says of positions is for the model, and the result filter judges that. */
const seenByNodes = (plan: ActionPlan) => ({ ...plan, expectation: { ...plan.expectation, positions: [] } })

/** Ticks for which a capability lives. */
const CAPABILITY_TICKS = 1

/** Create the safety layer. */
export function createSafety(deps: SafetyDeps): Safety {
  const { store, policy, clock, events, custody, latch } = deps
  const limits = createLimitKeeper(store, policy.limits, policyVersion(policy))
  const currentPolicy = (): SafetyPolicy => ({ ...policy, limits: limits.current() })
  const currentVersion = () => policyVersion(currentPolicy())
  const sender = deps.route?.sender ?? deps.operator
  const exclusively = createMutex()
  const books = createBookKeeper(deps)
  const lease = createAccountLease(store)
  const settler = createSettler({ store, policy, events, books, lease })
  const { end } = settler
  const recovery = createRecovery({
    ...deps,
    settler,
    sender: deps.route?.sender ?? deps.operator,
    ...(deps.route ? { readReceipt: deps.route.readReceipt } : {}),
    isHalted: () => latch.read() !== undefined,
    mostFeeWei: raisableFee(policy.gas.maxFeePerGasWei),
  })
  const provenance = createProvenance({
    store,
    clock,
    endorsed: [
      ...findAddresses(toJson(policy)),
      ...findAddresses(toJson(deps.book)),
      deps.account,
      deps.operator,
    ],
  })

  const attempts = createAttemptLog(deps)
  const denials = createDenialLog({ ...deps, attempts })
  const announce = ({ layer, code }: ToolError) => events.emit({ kind: 'denied', layer, code })
  const ownerHooks = createOwnerHooks(deps.hooks)

  /** Audit and announce a denial, then let it through. */
  const denyWith = (stage: string, subject: unknown, cause: unknown): never => {
    const error = toDenial(cause)
    if (error instanceof ToolError) {
      announce(error)
      // A store that failed cannot take the entry either; the denial stands all the same.
      if (error.code !== 'STORE_FAILED') {
        denials.note({ stage, subject, layer: error.layer, code: error.code })
      }
    }
    throw error
  }

  /** Act only while the entries that no checkpoint covers yet are few. */
  const checkpointed = async <T>(body: () => Promise<T>): Promise<T> => {
    await deps.checkpoints?.advance()
    return body()
  }

  const assertNotHalted = latch.assertOpen

  const assertClocksAgree = ({ wallMs, chainSeconds }: ClockReading) => {
    const found = Math.abs(Math.floor(wallMs / 1_000) - chainSeconds)
    if (found > policy.maxClockSkewSeconds) {
      throw new ToolError('PERMIT_CLOCKS_DIVERGED', { found, expected: policy.maxClockSkewSeconds })
    }
  }

  const [opened] = store.listAlterations()

  /** What risk is decided by has to be what the log says, when the store opens and as long as it is open. */
  const assertStoreIntact = () => {
    const altered = opened ?? store.metAlteration()
    if (altered) {
      const { where, expected, found } = altered
      throw new ToolError('STORE_ALTERED', { where, expected, found })
    }
    for (const key of [CLOCKS_KEY, BOOKS_KEY, LEASE_KEY, LIMITS_KEY]) store.readMeta(key)
  }

  const assertPhaseAllows = (evidence: Evidence, riskTier: RiskTier) => {
    const { phase } = deps.phases.current()
    const allowed = allowedClasses(phase)
    const { actionClass } = evidence
    if (!allowedClasses(undefined).includes(actionClass)) assertStoreIntact()
    lease.assertClaimed(actionClass)
    if (phase === undefined && !allowed.includes(actionClass)) {
      throw new ToolError('PHASE_UNKNOWN', { actionClass, found: 'nothing usable in the store' })
    }
    if (!allowed.includes(actionClass)) {
      throw new ToolError('PHASE_FORBIDS_CLASS', {
        phase: phase ?? 'unknown',
        actionClass,
        allowed: allowed.join(', '),
      })
    }
    if (!allowsRiskTier(phase, riskTier)) {
      throw new ToolError('PHASE_FORBIDS_RISK', { phase: phase ?? 'unknown', riskTier })
    }
  }

  const assertPhaseKept = ({ phaseEpoch }: PermitBody, permitId: Hex) => {
    const { epoch } = deps.phases.current()
    if (phaseEpoch === epoch) return
    throw new ToolError('PERMIT_PHASE_CHANGED', { permitId, expected: phaseEpoch, found: epoch })
  }

  const readHead = () => inTime(clock, deps.chain.getBlock(), 'the head')

  const gather = (
    plan: ActionPlan,
    permitId: Hex,
    deadlineSeconds: bigint,
    head: Head,
    environment: SimulationEnvironment,
    approval?: OwnerApproval,
    chain = deps.chain,
    guardianSignature?: Hex,
  ) => {
    // A halt needs nothing of the store.
    const granted = latch.read() ? [] : readGrantedAllowances(store)
    const around = { ...deps, chain, granted, wallMs: clock.wallMs() }
    if (plan.kind === 'signature') {
      return inTime(clock, gatherSignatureEvidence({ plan, head }, around), 'the evidence')
    }
    const from = deps.route?.sender ?? deps.operator
    const carrier = approval && { from, to: policy.owner, data: encodeCarryOut(approval, plan.calls) }
    return inTime(
      clock,
      gatherEvidence(
        {
          plan,
          permitId,
          deadlineSeconds,
          head,
          // No block can be earlier than this; at the head's own time a price may still seem fresh.
          environment: { timestampSeconds: head.timestamp + 1n, ...environment },
          ...(carrier ? { carrier } : {}),
          ...(guardianSignature ? { guardianSignature } : {}),
        },
        around,
      ),
      'the evidence',
    )
  }

  const toSubject = ({ tool, params, plan }: ApprovedAction) => ({
    tool,
    params,
    calls: plan.calls,
    account: deps.account,
    chainId: policy.chainId,
    policyVersion: currentVersion(),
  })

  const assertOwnerApproves = async (approval: OwnerApproval, action: ApprovedAction, now: ClockReading) => {
    const { tool } = action
    if (policy.approver === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool })
    const approver = { owner: policy.approver, gate: policy.owner }
    await assertApproved(approval, toSubject(action), { ...deps, approver, now })
  }

  /** Whose word orders an operation: the guardian's, where it may give it and signed it. */
  const findGuardian = async (approval: OwnerApproval, operation: OwnerOperation) => {
    if (policy.guardian === undefined || !GUARDIAN_OPERATIONS.includes(operation)) return undefined
    const guardian = { owner: policy.guardian, gate: deps.account }
    return (await isApprovedBy(approval, guardian)) ? guardian : undefined
  }

  const assertRequestable = ({ requestedBy, plan }: PermitBody, totalUsdc: bigint, now: ClockReading) => {
    if (requestedBy === undefined) return
    const ledger = store.ledgerAfter(windowStart(now), heldSeconds(now))
    assertWithinRequestBounds(requestedBy, { plan, totalUsdc }, { store, ledger })
  }

  const judge = (
    stage: 'preview' | 'commit',
    permitId: Hex,
    body: PermitBody,
    evidence: Evidence,
    now: ClockReading,
  ) => {
    return runHookChain(
      body.approval ? ownerHooks : deps.hooks,
      {
        stage,
        permitId,
        tool: body.tool,
        actionKind: body.actionKind,
        params: body.params,
        claims: body.claims,
        plan: body.plan,
        account: deps.account,
        operator: deps.operator,
        deadlineSeconds: body.deadlineSeconds,
        gasLimit: body.gasLimit,
        maxFeePerGasWei: body.maxFeePerGasWei,
        policy: currentPolicy(),
        book: deps.book,
        evidence,
        now,
        ledger: store.ledgerAfter(windowStart(now), heldSeconds(now)),
        allowances: readAllowanceHistory(store, store.ledgerAfter(windowStart(now))),
        attempts: attempts.countAt(now),
        result: body.result,
      },
      { events, clock },
    )
  }

  /** Have the guardian sign where it must; what it signed for the permit it signs again, for only it can tell what changed. */
  const obtainGuardianSignature = async (permitId: Hex, body: PermitBody, verdict: ChainVerdict) => {
    const signed = body.guardianSignature && {
      found: verdict.spend.totalUsdc,
      expected: currentPolicy().limits.hotLaneUsdc,
    }
    const demand = verdict.guardianDemand ?? signed
    if (demand === undefined) return undefined
    // What is denied in any case the guardian need not count.
    assertNotHalted()
    assertPhaseKept(body, permitId)
    const { chainId } = policy
    const { plan, deadlineSeconds, gasLimit, maxFeePerGasWei } = body
    const bytes = {
      chainId,
      account: deps.account,
      permitId,
      calls: plan.calls,
      ...(plan.kind === 'signature' ? { typedData: plan.typedData } : {}),
      deadlineSeconds,
      gasLimit,
      maxFeePerGasWei,
    }
    return askGuardian(bytes, demand, deps)
  }

  const hash = (permitId: Hex, nonce: number, body: PermitBody, evidence: Evidence) =>
    hashSimulation({
      ...body,
      chainId: policy.chainId,
      permitId,
      account: deps.account,
      operator: deps.operator,
      nonce,
      sender: deps.route?.sender ?? deps.operator,
      operatorNonce: body.operatorNonce ?? 0n,
      calls: body.plan.kind === 'signature' ? [toSignatureCall(body.plan.typedData)] : body.plan.calls,
      codeHashes: [
        ...evidence.codeHashes,
        ...evidence.implementations.map(({ address, codeHash }) => codeHash ?? pad(address)),
      ],
      expectation: body.plan.expectation,
    })

  /** Bring to an end what is open; while it is not, nothing else may take its nonce. */
  const assertResolved = async () => {
    if (store.listPermits('committing').length === 0) return
    const open = (await recovery.recover()).find(({ step }) => step !== 'committed' && step !== 'failed')
    if (open === undefined) return
    throw new ToolError('PERMIT_UNRESOLVED', { permitId: open.permitId, found: open.reason ?? open.step })
  }

  /** Nobody else may have signed for the account, and nothing of ours may have fallen out of the chain. */
  const assertAccountHeld = async (
    { nonce, operatorNonce }: Evidence,
    expectedBefore: number | undefined,
  ) => {
    await assertResolved()
    // A halt that began meanwhile uses nonces of its own.
    assertNotHalted()
    lease.assertHeld(nonce, deps.route === undefined ? nonce > 0 : operatorNonce > 0n)
    if (nonce >= (expectedBefore ?? nonce)) return
    // A node that lags refuses what it is asked to send again; the action is denied in any case.
    await recovery.reconcile().catch(() => undefined)
    throw new ToolError('ACCOUNT_BEHIND', { found: nonce, expected: expectedBefore ?? nonce })
  }

  const previewNow = async (input: PreviewInput, close: () => void): Promise<ActionPermit> => {
    assertNotHalted()
    await assertPauseExplained()
    await assertResolved()
    const permitId = deps.nextId()
    const plan = deepFreeze(toPlainData(input.plan) as ActionPlan)
    // The node that simulates sees every byte of it.
    deps.guard.pass('calldata', seenByNodes(plan))
    const { approval } = input
    // The owner's gate carries calls out and signs nothing.
    if (approval && plan.kind === 'signature') {
      throw new ToolError('APPROVAL_MISMATCH', { field: 'plan', found: plan.kind, expected: 'transaction' })
    }
    const expectedNonce = lease.next()
    const head = await readHead()
    const deadlineSeconds = head.timestamp + BigInt(policy.permitTtlSeconds)
    const evidence = await gather(plan, permitId, deadlineSeconds, head, {}, approval)
    provenance.assertTrustedChoices({ params: input.params, plan, evidence })
    assertClocksAgree(evidence.clocks)
    const now = advanceClocks(store, evidence.clocks, !attempts.isOver)
    attempts.date(now.chainSeconds)
    await assertAccountHeld(evidence, expectedNonce)
    await books.check(evidence)
    if (approval) await assertOwnerApproves(approval, { ...input, tool: input.tool.name }, now)
    assertPhaseAllows(evidence, input.tool.riskTier)
    const gasUsed = evidence.simulation?.calls[0]?.gasUsed ?? 0n
    const gasLimit =
      plan.kind === 'signature' ? 0n : withGasHeadroom(gasUsed) + (deps.route?.gasOverhead ?? 0n)
    const body: PermitBody = {
      tool: input.tool.name,
      riskTier: input.tool.riskTier,
      actionKind: input.actionKind,
      params: input.params,
      claims: input.claims,
      plan,
      policyVersion: currentVersion(),
      phaseEpoch: deps.phases.current().epoch,
      gasLimit: gasLimit < policy.gas.maxGasLimit ? gasLimit : policy.gas.maxGasLimit,
      maxFeePerGasWei: chooseMostFee(policy, evidence.headBaseFeeWei, plan),
      priorityFeeWei: policy.gas.priorityFeeWei,
      ...(deps.route ? { operatorNonce: evidence.operatorNonce } : {}),
      deadlineSeconds,
      ...(approval ? { approval } : {}),
      ...(input.requestedBy ? { requestedBy: { ...input.requestedBy } } : {}),
      result: toJson({ expectedOutcome: plan.expectation, actionClass: evidence.actionClass }),
    }
    const verdict = await judge('preview', permitId, body, evidence, now)
    assertRequestable(body, verdict.spend.totalUsdc, now)
    const guardianSignature = await obtainGuardianSignature(permitId, body, verdict)
    const kept: PermitBody = {
      ...body,
      result: verdict.result,
      ...(guardianSignature ? { guardianSignature } : {}),
    }
    const simulationHash = hash(permitId, evidence.nonce, kept, evidence)
    const text = serialiseBody(kept)
    store.transact(() => {
      // A halt since then gave every permit up; one that came after it would outlive its clearing.
      assertNotHalted()
      close()
      advanceClocks(store, now)
      // Nothing but an exit passes a paused cage.
      if (!EXITS.includes(evidence.actionClass)) latch.noteOpen()
      store.insertPermit({
        permitId,
        tool: kept.tool,
        body: text,
        simulationHash,
        issuedWallMs: now.wallMs,
        issuedChainSeconds: now.chainSeconds,
        ttlSeconds: policy.permitTtlSeconds,
        nonce: evidence.nonce,
      })
      store.appendAudit('permit', {
        permitId,
        to: 'pending',
        tool: kept.tool,
        simulationHash,
        bodyHash: sha256Text(text),
      })
    })
    events.emit({ kind: 'permit:state', permit_id: permitId, from: null, to: 'pending' })
    return {
      permitId,
      simulationHash,
      expectedOutcome: plan.expectation,
      actionClass: evidence.actionClass,
      spend: verdict.spend,
      issuedAtWallMs: now.wallMs,
      ttlSeconds: policy.permitTtlSeconds,
      result: verdict.result,
    }
  }

  const findPending = (permitId: Hex) => {
    const row = store.findPermit(permitId)
    if (row === undefined) throw new ToolError('PERMIT_UNKNOWN', { permitId })
    if (row.state !== 'pending') throw new ToolError('PERMIT_NOT_PENDING', { permitId, found: row.state })
    return row
  }

  /** What is committed is what was permitted, at the nonces and within the fee that were. */
  const assertAsPermitted = (row: PermitRow, body: PermitBody, evidence: Evidence) => {
    const { permitId } = row
    if (evidence.nonce !== row.nonce) {
      throw new ToolError('PERMIT_NONCE_USED', { permitId, expected: row.nonce, found: evidence.nonce })
    }
    if (body.operatorNonce !== undefined && body.operatorNonce !== evidence.operatorNonce) {
      const [expected, found] = [body.operatorNonce, evidence.operatorNonce]
      throw new ToolError('PERMIT_NONCE_USED', { permitId, expected, found })
    }
    const simulationHash = hash(permitId, evidence.nonce, body, evidence)
    if (simulationHash !== row.simulationHash) {
      const [expected, found] = [row.simulationHash, simulationHash]
      throw new ToolError('SIMULATION_HASH_MISMATCH', { permitId, expected, found })
    }
    const { headBaseFeeWei } = evidence
    if (body.plan.kind !== 'signature' && body.maxFeePerGasWei < headBaseFeeWei) {
      const [expected, found] = [body.maxFeePerGasWei, headBaseFeeWei]
      throw new ToolError('PERMIT_FEE_EXCEEDED', { permitId, expected, found })
    }
  }

  const commitNow = async (permitId: Hex, close: () => void): Promise<Committed | Signed> => {
    assertNotHalted()
    await assertPauseExplained()
    const row = findPending(permitId)
    await assertResolved()
    const body = deepFreeze(parseBody(row.body))
    deps.guard.pass('calldata', seenByNodes(body.plan))
    const expectedNonce = lease.next()
    const head = await readHead()
    // The preview was simulated as the node does it; now as it will be mined. What tells the two apart is denied.
    const asMined = {
      gasLimit: body.gasLimit,
      maxFeePerGasWei: body.maxFeePerGasWei,
      baseFeeWei: head.baseFeePerGas ?? 0n,
      ...(head.miner ? { feeRecipient: head.miner } : {}),
      ...(head.hash ? { prevRandao: head.hash } : {}),
    }
    const gatherAsSent = (signature: Hex | undefined) => {
      const { plan, deadlineSeconds, approval } = body
      return gather(plan, permitId, deadlineSeconds, head, asMined, approval, deps.chain, signature)
    }
    let evidence = await gatherAsSent(body.guardianSignature)
    // A clock that is off must not raise the durable mark.
    assertClocksAgree(evidence.clocks)
    const now = advanceClocks(store, evidence.clocks, !attempts.isOver)
    attempts.date(now.chainSeconds)
    try {
      assertAlive(row, now)
    } catch (error) {
      end(permitId, 'pending', 'expired')
      throw error
    }
    const version = currentVersion()
    if (body.policyVersion !== version) {
      throw new ToolError('PERMIT_POLICY_CHANGED', { permitId, expected: body.policyVersion, found: version })
    }
    await assertAccountHeld(evidence, expectedNonce)
    await books.check(evidence)
    if (body.approval) await assertOwnerApproves(body.approval, body, now)
    assertPhaseAllows(evidence, body.riskTier)
    assertPhaseKept(body, permitId)
    const judgeAsPermitted = async () => {
      const judged = await judge('commit', permitId, body, evidence, now)
      assertRequestable(body, judged.spend.totalUsdc, now)
      assertAsPermitted(row, body, evidence)
      return judged
    }
    let verdict = await judgeAsPermitted()
    const isConfigured = body.plan.kind === 'signature' ? custody.signsTypedData : custody.isConfigured
    if (!isConfigured) throw new ToolError('WALLET_NOT_CONFIGURED', {})
    const guardianSignature = await obtainGuardianSignature(permitId, body, verdict)
    if (guardianSignature !== body.guardianSignature && body.plan.kind !== 'signature') {
      // The guardian signed only now, and the bytes with its signature were not tried out yet.
      evidence = await gatherAsSent(guardianSignature)
      verdict = await judgeAsPermitted()
    }

    // Durable before any effect: the permit is used up, the spend reserved, the audit entry written.
    store.transact(() => {
      // The latch may have been set, or the phase changed, while the evidence was gathered and judged.
      assertNotHalted()
      assertPhaseKept(body, permitId)
      close()
      advanceClocks(store, now)
      const guarded = guardianSignature !== undefined
      if (!settler.consume({ row, body }, evidence, { spend: verdict.spend, guarded }, now)) {
        const found = store.findPermit(permitId)?.state ?? 'gone'
        throw new ToolError('PERMIT_NOT_PENDING', { permitId, found })
      }
      if (body.approval) consumeApproval(store, policy.owner, body.approval.nonce, permitId)
    })
    await sealUse(row)
    const tick = clock.tick()
    const { tool, plan } = body
    const { simulationHash } = row
    const spendUsdc = verdict.spend.totalUsdc
    const capability = deps.mint.mint({
      tools: [tool],
      permitId,
      simulationHash,
      maxSpendUsdc: spendUsdc,
      expiresAtTick: tick + CAPABILITY_TICKS,
    })
    const use = { tool, permitId, simulationHash, spendUsdc }
    if (plan.kind === 'signature') {
      const { typedData } = plan
      const signature = await sign({ ...use, typedData }, row, capability, tick)
      return { permitId, body, typedData, signature }
    }
    const receipt = await execute(
      {
        ...use,
        calls: plan.calls,
        ...(body.approval ? { approval: body.approval } : {}),
        ...(guardianSignature ? { guardianSignature } : {}),
        nonce: row.nonce,
        ...(body.operatorNonce === undefined ? {} : { operatorNonce: body.operatorNonce }),
        gasLimit: body.gasLimit,
        ...firstFees(body, evidence.headBaseFeeWei),
        deadlineSeconds: body.deadlineSeconds,
      },
      capability,
      tick,
    )
    const isProven = await recovery.prove(row, receipt)
    const settled = settler.settle(store.findPermit(permitId) ?? row, {
      kind: 'mined',
      receipt,
      transaction: 'action',
      isProven,
    })
    if (settled === 'failed') {
      throw new ToolError('TRANSACTION_REVERTED', {
        hash: receipt.transactionHash,
        reason: 'see its trace; only gas was spent',
      })
    }
    return { permitId, body: { ...body, plan }, receipt }
  }

  /** Until what was used up is sealed, an older copy of the store could use it up again: nothing is signed before. */
  const sealUse = async (row: PermitRow) => {
    try {
      await deps.checkpoints?.seal()
    } catch (error) {
      settler.settle(row, { kind: 'never-sent' })
      throw error
    }
  }

  const execute: Custody['executeTx'] = async (request, capability, tick) => {
    try {
      return await custody.executeTx(request, capability, tick)
    } catch (error) {
      // Without signed bytes nothing can ever have been sent; with them only recovery can tell.
      const row = store.findPermit(request.permitId)
      if (row?.rawTransaction === null) settler.settle(row, { kind: 'never-sent' })
      throw error
    }
  }

  const sign = async (
    request: SignatureRequest,
    row: PermitRow,
    capability: Capability,
    tick: number,
  ): Promise<Hex> => {
    // Whatever a signer that failed may have let out counts as well.
    let executionOutcome: ExecutionOutcome = { kind: 'perhaps-signed' }
    try {
      const signature = await custody.signTypedData(request, capability, tick)
      // A halt may have come while it was signed: then nobody gets it.
      latch.assertOpen()
      executionOutcome = { kind: 'signed', signature }
      return signature
    } finally {
      settler.settle(row, executionOutcome)
    }
  }

  const carrier = createHaltCarrier({
    ...deps,
    sender,
    routes: deps.haltRoutes,
    signer: deps.haltSigner,
    ...(deps.haltReserve ? { reserve: deps.haltReserve } : {}),
    knownNonce() {
      try {
        return lease.next()
      } catch {
        return undefined
      }
    },
    endPermit: ({ permitId }) => end(permitId, 'pending', 'cancelled', { halt: true }),
    gather: ({ chain }, plan, permitId, deadlineSeconds, head) =>
      gather(plan, permitId, deadlineSeconds, head, {}, undefined, chain),
  })

  carrier.prepare()

  let isPauseExplained: boolean | undefined
  /** A halt whose records the disk did not take left the cage paused, and nothing else. */
  const assertPauseExplained = async () => {
    // Only a store that has acted can have lost a halt.
    isPauseExplained ??= lease.next() === undefined && store.isMetaIntact(LEASE_KEY)
    if (isPauseExplained || latch.read() !== undefined || latch.leftPaused()) return
    const isPaused = askBoth('whether the cage is paused', deps, (provider) =>
      provider.readContract({ address: deps.account, abi: policyCageAbi, functionName: 'paused' }),
    )
    if (await inTime(clock, isPaused, 'the pause')) throw new ToolError('PAUSE_UNEXPLAINED', {})
    isPauseExplained = true
  }

  /**
   * Whether a denial shows what only a loss that nobody explains or a stolen key brings about. Balances were held against
   * the second provider when they were read; a nonce is now, so that no single node starts a halt.
   *
   * A Safe acts under the nonce of its own, which its owners use as they like; the account that relays for it has no
   * authority over the cage. So nothing that is signed without the stack stops it there: the action is denied.
   */
  const isReasonToHalt = async ({ code }: ToolError): Promise<boolean> => {
    if (code === 'UNEXPLAINED_DELTA') return true
    if (code !== 'ACCOUNT_FENCED' || deps.route !== undefined) return false
    if (deps.secondProvider === undefined) return true
    const seen = inTime(clock, deps.secondProvider.getTransactionCount({ address: sender }), 'the nonce')
    return (await seen.catch(() => 0)) > (lease.next() ?? 0)
  }

  const seal: Safety['seal'] = async () => {
    try {
      await deps.checkpoints?.seal()
      return deps.checkpoints !== undefined
    } catch (cause) {
      announce(cause as ToolError)
      return false
    }
  }

  /** That the latch is set is sealed as soon as nothing more urgent is left. */
  const sealing = async <T>(carriedOut: Promise<T>): Promise<T> => {
    const done = await carriedOut
    await seal()
    return done
  }
  const halt: Safety['halt'] = (reason) => sealing(carrier.halt(reason))

  /** Deny; what went missing without the stack, or was signed without it, is reason enough to stop everything. */
  const denyOrHalt = async (stage: string, subject: unknown, cause: unknown): Promise<never> => {
    if (cause instanceof ToolError) {
      if (cause.code === 'PAUSE_UNEXPLAINED') await sealing(carrier.adopt(cause.shortMessage))
      else if (await isReasonToHalt(cause)) await halt(cause.shortMessage)
      if (cause.code === 'HALTED') await carrier.resume()
    }
    return denyWith(stage, subject, cause)
  }

  const operations = createOwnerOperations({
    ...deps,
    latch,
    lease,
    books,
    limits,
    sender,
    assertResolved,
    isHalting: () => carrier.isUnderWay,
  })

  /** What carries calls out asks the gate on chain; a change of the safety layer itself has to. */
  const assertNotGivenUp = async ({ nonce }: OwnerApproval) => {
    const isGivenUp = askBoth('whether an approval is used up', deps, (provider) =>
      provider.readContract({
        address: policy.owner,
        abi: ownerGateAbi,
        functionName: 'used',
        args: [nonce],
      }),
    )
    if (await inTime(clock, isGivenUp, 'the approval')) throw new ToolError('APPROVAL_USED', { nonce })
  }

  const changeNow = async ({ tool, plan, approval }: OwnerChange): Promise<Json> => {
    const head = await readHead()
    const reading = { wallMs: clock.wallMs(), chainSeconds: Number(head.timestamp) }
    assertClocksAgree(reading)
    const now = advanceClocks(store, reading)
    const { params } = plan
    const action = { tool, params, plan: { calls: [] } }
    const guardian = await findGuardian(approval, plan.operation)
    if (guardian) await assertApproved(approval, toSubject(action), { ...deps, approver: guardian, now })
    else {
      await assertOwnerApproves(approval, action, now)
      await assertNotGivenUp(approval)
    }
    const apply = await operations[plan.operation](params)
    const changed = store.transact(() => {
      consumeApproval(store, guardian?.gate ?? policy.owner, approval.nonce, deps.nextId())
      store.appendAudit('owner-change', { tool, params, nonce: approval.nonce.toString() })
      return apply()
    })
    // An older copy of the store must not bring back what was tightened.
    await seal()
    if (plan.operation === 'liquidate') return toJson(await carrier.liquidate())
    if (plan.operation === 'clear-halt') {
      carrier.prepare()
      events.emit({ kind: 'halt:cleared' })
    }
    return changed
  }

  return {
    view: createSafetyView({ ...deps, limits }),
    phases: deps.phases,
    async observeVitality() {
      const { wallMs } = currentMoment(store, clock.wallMs())
      try {
        const [vitalityBps, head] = await inTime(
          clock,
          Promise.all([
            readVitalityBps({
              ...deps,
              cage: deps.account,
              operator: deps.operator,
              gasReserveWei: policy.vitality.gasReserveWei,
            }),
            deps.chain.getBlock(),
          ]),
          'vitality',
        )
        const reading = { wallMs: clock.wallMs(), chainSeconds: Number(head.timestamp) }
        assertClocksAgree(reading)
        const now = advanceClocks(store, reading)
        const before = deps.phases.current()
        const state = deps.phases.observe(phaseOfVitality(vitalityBps, policy.vitality), now)
        // An older copy of the store must not bring an earlier phase back.
        if (state.epoch !== before.epoch) await seal()
        return state
      } catch {
        const isKnown = deps.phases.current().phase !== undefined
        const state = deps.phases.observe(undefined, currentMoment(store, wallMs))
        if (isKnown) await seal()
        return state
      }
    },
    provenance,
    noteAttempt() {
      try {
        attempts.note()
      } catch (cause) {
        throw toDenial(cause)
      }
    },
    // What a preview read must still hold when it is held against books that a commit beside it would write.
    preview: (input) =>
      checkpointed(() => decideInTime(clock, (close) => exclusively(() => previewNow(input, close)))).catch(
        (error) => denyOrHalt('preview', { tool: input.tool.name }, error),
      ),
    commit: (permitId) =>
      checkpointed(() => decideInTime(clock, (close) => exclusively(() => commitNow(permitId, close)))).catch(
        (error) => denyOrHalt('commit', { permitId }, error),
      ),
    change: (change) =>
      checkpointed(() => exclusively(() => changeNow(change))).catch((error) =>
        denyWith('owner-change', { tool: change.tool }, error),
      ),
    describeApproval: (action, choice) => describeApproval(toSubject(action), choice),
    cancel(permitId) {
      findPending(permitId)
      end(permitId, 'pending', 'cancelled')
    },
    halt,
    async recover() {
      await carrier.resume()
      return exclusively(recovery.recover)
    },
    reconcile: () => exclusively(recovery.reconcile),
    claimAccount: () =>
      exclusively(async () => {
        await assertResolved()
        const nonce = deps.chain.getTransactionCount({ address: sender })
        const found = await inTime(clock, nonce, 'the nonce')
        store.transact(() => {
          lease.claim(found)
          books.forget()
        })
      }),
    seal,
  }
}
