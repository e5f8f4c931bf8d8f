import type { Address, Hex, TransactionReceipt } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import type { CallDecoder } from '../core/call-decoder.ts'
import type { Capability } from '../core/capability.ts'
import type { ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { deepFreeze } from '../core/deep-freeze.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { type Json, toJson } from '../core/json.ts'
import type { ActionPlan, SignaturePlan, TransactionPlan } from '../core/plan.ts'
import type { SafetyView } from '../core/safety-view.ts'
import type { PrivilegedTool, RiskTier, WriteTool } from '../core/tool-def.ts'
import type { CapabilityMint } from './capability.ts'
import { advanceClocks, currentMoment } from './clocks.ts'
import type { Custody, SignatureRequest } from './custody.ts'
import { type Evidence, gatherEvidence, type Head } from './evidence.ts'
import { createHaltLatch } from './halt.ts'
import { runHookChain } from './hooks/chain.ts'
import type { Claim, Hook } from './hooks/hook.ts'
import { createMutex } from './mutex.ts'
import { type ActionPermit, assertAlive, type PermitBody, parseBody, serialiseBody } from './permit.ts'
import type { PhaseKeeper } from './phase-keeper.ts'
import { allowedClasses, allowsRiskTier } from './phases.ts'
import { findAsset, policyVersion, type SafetyPolicy } from './policy.ts'
import { createSafetyView } from './safety-view.ts'
import { gatherSignatureEvidence, lastSecond, toSignatureCall } from './signature-evidence.ts'
import { hashSimulation } from './simulation-hash.ts'
import { heldSeconds, type Spend, windowStart } from './spend.ts'
import type { ClockReading, PermitRow, SafetyStore } from './store.ts'
import { valueInUsdcRoundedUp } from './valuation.ts'

/** What the safety layer is built from. */
export interface SafetyDeps {
  readonly store: SafetyStore
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly chain: ChainReader
  readonly clock: Clock
  readonly events: EventBus
  readonly decoders: readonly CallDecoder[]
  readonly hooks: readonly Hook[]
  readonly phases: PhaseKeeper
  readonly custody: Custody
  readonly mint: Pick<CapabilityMint, 'mint'>
  readonly account: Address
  readonly operator: Address
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

/** The one way from a plan to a transaction: preview, then commit. */
export interface Safety {
  readonly view: SafetyView
  readonly phases: PhaseKeeper
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
  /** Give a pending permit up. */
  cancel(permitId: Hex): void
  /** Set the halt latch and give every pending permit up; answers how many there were. */
  halt(reason: string): number
}

/** Gas headroom over the simulated use: half again plus a fixed part for storage that turns cold. */
const withGasHeadroom = (gasUsed: bigint) => (gasUsed * 3n) / 2n + 50_000n

/** What SQLite throws becomes a denial that names the store; anything else stays as it is. */
function toDenial(cause: unknown): unknown {
  const isStoreFailure = cause instanceof Error && (cause as { code?: unknown }).code === 'ERR_SQLITE_ERROR'
  return isStoreFailure ? new ToolError('STORE_FAILED', { reason: cause.message }, { cause }) : cause
}

/** Ticks for which a capability lives. */
const CAPABILITY_TICKS = 1

/** Create the safety layer. */
export function createSafety(deps: SafetyDeps): Safety {
  const { store, policy, clock, events, custody } = deps
  const version = policyVersion(policy)
  const latch = createHaltLatch(store)
  const exclusively = createMutex()

  /** Audit and announce a denial, then let it through. */
  const denyWith = (stage: string, subject: unknown, cause: unknown): never => {
    const error = toDenial(cause)
    if (error instanceof ToolError) {
      events.emit({ kind: 'denied', layer: error.layer, code: error.code })
      // A store that failed cannot take the entry either; the denial stands all the same.
      if (error.code !== 'STORE_FAILED') {
        store.appendAudit('denied', { stage, subject, layer: error.layer, code: error.code })
      }
    }
    throw error
  }

  const assertNotHalted = () => {
    const halted = latch.read()
    if (halted) throw new ToolError('HALTED', { since: halted.sinceWallMs })
  }

  const assertClocksAgree = ({ wallMs, chainSeconds }: ClockReading) => {
    const found = Math.abs(Math.floor(wallMs / 1_000) - chainSeconds)
    if (found > policy.maxClockSkewSeconds) {
      throw new ToolError('PERMIT_CLOCKS_DIVERGED', { found, expected: policy.maxClockSkewSeconds })
    }
  }

  const assertPhaseAllows = (evidence: Evidence, riskTier: RiskTier) => {
    const { phase } = deps.phases.current()
    const allowed = allowedClasses(phase)
    const { actionClass } = evidence
    if (phase === undefined && !allowed.includes(actionClass)) {
      throw new ToolError('PHASE_UNKNOWN', { found: 'nothing usable in the store' })
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

  const gather = (plan: ActionPlan, permitId: Hex, deadlineSeconds: bigint, head: Head | Promise<Head>) => {
    const around = { ...deps, wallMs: clock.wallMs() }
    return plan.kind === 'signature'
      ? gatherSignatureEvidence({ plan, head }, around)
      : gatherEvidence({ plan, permitId, deadlineSeconds, head }, around)
  }

  const judge = (
    stage: 'preview' | 'commit',
    permitId: Hex,
    body: PermitBody,
    evidence: Evidence,
    now: ClockReading,
  ) => {
    const windowSeconds = policy.rateLimit.windowSeconds
    return runHookChain(
      deps.hooks,
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
        policy,
        book: deps.book,
        evidence,
        now,
        ledger: store.ledgerAfter(windowStart(now), heldSeconds(now)),
        attempts: store.attemptsAfter({
          wallMs: now.wallMs - windowSeconds * 1_000,
          chainSeconds: now.chainSeconds - windowSeconds,
        }),
        result: body.result,
        ...(body.guardianSignature ? { guardianSignature: body.guardianSignature } : {}),
      },
      { events, clock },
    )
  }

  const hash = (permitId: Hex, nonce: number, body: PermitBody, evidence: Evidence) =>
    hashSimulation({
      ...body,
      chainId: policy.chainId,
      permitId,
      account: deps.account,
      operator: deps.operator,
      nonce,
      calls: body.plan.kind === 'signature' ? [toSignatureCall(body.plan.typedData)] : body.plan.calls,
      codeHashes: evidence.codeHashes,
      expectation: body.plan.expectation,
    })

  const move = (permitId: Hex, from: PermitRow['state'], to: PermitRow['state']) => {
    const moved = store.movePermit(permitId, from, to)
    if (moved) events.emit({ kind: 'permit:state', permit_id: permitId, from, to })
    return moved
  }

  /** Move a permit and log it in one durable step. */
  const end = (permitId: Hex, from: PermitRow['state'], to: PermitRow['state'], note: Json = {}) =>
    store.transact(() => {
      if (!move(permitId, from, to)) return false
      store.appendAudit('permit', { permitId, from, to, note })
      return true
    })

  const previewNow = async (input: PreviewInput): Promise<ActionPermit> => {
    assertNotHalted()
    const permitId = deps.nextId()
    const plan = deepFreeze(input.plan)
    const head = await deps.chain.getBlock()
    const deadlineSeconds = head.timestamp + BigInt(policy.permitTtlSeconds)
    const evidence = await gather(plan, permitId, deadlineSeconds, head)
    assertClocksAgree(evidence.clocks)
    const now = advanceClocks(store, evidence.clocks)
    assertPhaseAllows(evidence, input.tool.riskTier)
    const gasUsed = evidence.simulation?.calls[0]?.gasUsed ?? 0n
    const gasLimit = plan.kind === 'signature' ? 0n : withGasHeadroom(gasUsed)
    const body: PermitBody = {
      tool: input.tool.name,
      riskTier: input.tool.riskTier,
      actionKind: input.actionKind,
      params: input.params,
      claims: input.claims,
      plan,
      policyVersion: version,
      phaseEpoch: deps.phases.current().epoch,
      gasLimit: gasLimit < policy.gas.maxGasLimit ? gasLimit : policy.gas.maxGasLimit,
      maxFeePerGasWei: 2n * evidence.headBaseFeeWei + policy.gas.priorityFeeWei,
      priorityFeeWei: policy.gas.priorityFeeWei,
      deadlineSeconds,
      result: toJson({ expectedOutcome: plan.expectation, actionClass: evidence.actionClass }),
    }
    const verdict = await judge('preview', permitId, body, evidence, now)
    const kept: PermitBody = {
      ...body,
      result: verdict.result,
      ...(verdict.guardianSignature ? { guardianSignature: verdict.guardianSignature } : {}),
    }
    const simulationHash = hash(permitId, evidence.nonce, kept, evidence)
    store.transact(() => {
      store.insertPermit({
        permitId,
        tool: kept.tool,
        body: serialiseBody(kept),
        simulationHash,
        issuedWallMs: now.wallMs,
        issuedChainSeconds: now.chainSeconds,
        ttlSeconds: policy.permitTtlSeconds,
        nonce: evidence.nonce,
      })
      store.appendAudit('permit', { permitId, to: 'pending', tool: kept.tool, simulationHash })
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

  const commitNow = async (permitId: Hex): Promise<Committed | Signed> => {
    assertNotHalted()
    const row = findPending(permitId)
    const body = deepFreeze(parseBody(row.body))
    const evidence = await gather(body.plan, permitId, body.deadlineSeconds, deps.chain.getBlock())
    // A clock that is off must not raise the durable mark.
    assertClocksAgree(evidence.clocks)
    const now = advanceClocks(store, evidence.clocks)
    try {
      assertAlive(row, now)
    } catch (error) {
      end(permitId, 'pending', 'expired')
      throw error
    }
    const epoch = deps.phases.current().epoch
    if (body.policyVersion !== version) {
      throw new ToolError('PERMIT_POLICY_CHANGED', { permitId, expected: body.policyVersion, found: version })
    }
    assertPhaseAllows(evidence, body.riskTier)
    if (body.phaseEpoch !== epoch) {
      throw new ToolError('PERMIT_PHASE_CHANGED', { permitId, expected: body.phaseEpoch, found: epoch })
    }
    const verdict = await judge('commit', permitId, body, evidence, now)
    if (evidence.nonce !== row.nonce) {
      throw new ToolError('PERMIT_NONCE_USED', { permitId, expected: row.nonce, found: evidence.nonce })
    }
    const simulationHash = hash(permitId, evidence.nonce, body, evidence)
    if (simulationHash !== row.simulationHash) {
      throw new ToolError('SIMULATION_HASH_MISMATCH', {
        permitId,
        expected: row.simulationHash,
        found: simulationHash,
      })
    }
    if (!custody.isConfigured) throw new ToolError('WALLET_NOT_CONFIGURED', {})

    // Durable before any effect: the permit is used up, the spend reserved, the audit entry written.
    store.transact(() => {
      if (!move(permitId, 'pending', 'committing')) {
        throw new ToolError('PERMIT_NOT_PENDING', {
          permitId,
          found: store.findPermit(permitId)?.state ?? 'gone',
        })
      }
      store.reserve({
        permitId,
        amountUsdc: verdict.spend.totalUsdc,
        guarded: verdict.guardianSignature !== undefined,
        ...(evidence.signed ? { untilSeconds: lastSecond(evidence.signed) } : {}),
        ...now,
      })
      store.appendAudit('consumed', { permitId, tool: body.tool, simulationHash, spend: verdict.spend })
    })
    const tick = clock.tick()
    const grant = { tool: body.tool, permitId, simulationHash }
    const capability = deps.mint.mint({ ...grant, expiresAtTick: tick + CAPABILITY_TICKS })
    const { plan } = body
    if (plan.kind === 'signature') {
      const { typedData } = plan
      const signature = await sign({ ...grant, typedData }, verdict.spend, capability, tick)
      return { permitId, body, typedData, signature }
    }
    const receipt = await execute(
      {
        ...grant,
        calls: body.plan.calls,
        nonce: row.nonce,
        gasLimit: body.gasLimit,
        maxFeePerGasWei: body.maxFeePerGasWei,
        priorityFeeWei: body.priorityFeeWei,
        deadlineSeconds: body.deadlineSeconds,
      },
      capability,
      tick,
    )
    if (receipt.status === 'reverted') {
      // A revert moves no assets, but its gas is gone.
      const gasUsdc = priceGas(receipt, evidence)
      store.transact(() => {
        store.settle(permitId, gasUsdc)
        end(permitId, 'committing', 'failed', { hash: receipt.transactionHash })
      })
      throw new ToolError('TRANSACTION_REVERTED', {
        hash: receipt.transactionHash,
        reason: 'see its trace; only gas was spent',
      })
    }
    store.transact(() => {
      store.settle(permitId, verdict.spend.totalUsdc)
      end(permitId, 'committing', 'committed', { hash: receipt.transactionHash })
    })
    return { permitId, body: { ...body, plan }, receipt }
  }

  const execute: Custody['executeTx'] = async (request, capability, tick) => {
    try {
      return await custody.executeTx(request, capability, tick)
    } catch (error) {
      // Without signed bytes nothing can ever have been sent; with them only recovery can tell.
      const { permitId } = request
      if (store.findPermit(permitId)?.rawTransaction === null) {
        store.transact(() => {
          store.settle(permitId, 0n)
          end(permitId, 'committing', 'failed')
        })
      }
      throw error
    }
  }

  const sign = async (
    request: SignatureRequest,
    spend: Spend,
    capability: Capability,
    tick: number,
  ): Promise<Hex> => {
    let state: 'committed' | 'failed' = 'failed'
    try {
      const signature = await custody.signTypedData(request, capability, tick)
      state = 'committed'
      return signature
    } finally {
      // Whatever a signer that failed may have let out counts as well.
      store.transact(() => {
        store.settle(request.permitId, spend.totalUsdc)
        end(request.permitId, 'committing', state)
      })
    }
  }

  const priceGas = (receipt: TransactionReceipt, evidence: Evidence): bigint => {
    const native = findAsset(policy, NATIVE_TOKEN)
    const price = evidence.prices.of(NATIVE_TOKEN)
    if (native === undefined || price.kind === 'missing') return 0n
    return valueInUsdcRoundedUp(receipt.gasUsed * receipt.effectiveGasPrice, native, price)
  }

  return {
    view: createSafetyView({ store, policy, latch, phases: deps.phases, clock }),
    phases: deps.phases,
    noteAttempt: () => store.addAttempt(currentMoment(store, clock.wallMs())),
    preview: (input) =>
      previewNow(input).catch((error) => denyWith('preview', { tool: input.tool.name }, error)),
    commit: (permitId) =>
      exclusively(() => commitNow(permitId)).catch((error) => denyWith('commit', { permitId }, error)),
    cancel(permitId) {
      findPending(permitId)
      end(permitId, 'pending', 'cancelled')
    },
    halt(reason) {
      if (latch.set(reason, clock.wallMs())) events.emit({ kind: 'halt:latched', reason })
      const pending = store.listPermits('pending')
      for (const permit of pending) end(permit.permitId, 'pending', 'cancelled', { halt: true })
      return pending.length
    },
  }
}
