import type { Hex, TransactionReceipt } from 'viem'
import { deepFreeze } from '../../core/deep-freeze.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { ActionPlan, CallRoute, SignaturePlan, TransactionPlan } from '../../core/plan.ts'
import type { Sealer } from '../audit/sealer.ts'
import { advanceClocks, currentMoment } from '../store/clocks.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import { assertWaited } from './announcement.ts'
import { assertAsPermitted } from './assert-as-permitted.ts'
import { assertUnexpired } from './assert-unexpired.ts'
import { type Anchor, type Assessment, assessAction, readAnchor } from './assess-action.ts'
import type { Attempt } from './attempt-log.ts'
import { type CarryOutDeps, sendPermitted, settleMined, signPermitted } from './carry-out.ts'
import { claimPart } from './claim-part.ts'
import { firstFees } from './fees.ts'
import { findPending } from './find-pending.ts'
import { obtainGuardianSignature } from './guardian-consent.ts'
import { type PermitBody, readBody } from './permit.ts'
import type { PermitDeps } from './preview-action.ts'
import { assertRoute } from './route-check.ts'

/** A committed action: what was permitted and what the chain answered. */
export interface Committed {
  readonly permitId: Hex
  readonly body: PermitBody<TransactionPlan<CallRoute>>
  readonly receipt: TransactionReceipt
}

/** A committed signature: nothing was sent, but it counts as spent. */
export interface Signed {
  readonly permitId: Hex
  readonly body: PermitBody<SignaturePlan>
  readonly typedData: SignaturePlan['typedData']
  readonly signature: Hex
}

/** What permits are committed with. */
export interface CommitDeps extends PermitDeps, Omit<CarryOutDeps, keyof PermitDeps> {
  readonly sealer: Sealer
}

/** A permit that is being committed, with where the chain stood when that began. */
interface Commit {
  readonly row: PermitRow
  readonly attempt: Attempt
  readonly body: PermitBody<ActionPlan>
  readonly anchor: Anchor
}

/** A permit that every layer allows still, with the guardian's signature where it needs one. */
interface Ready extends Assessment {
  readonly guardianSignature: Hex | undefined
}

/**
 * Judge a permitted plan again at the head, use the permit up and carry the plan out.
 *
 * @param close - called right before anything is durable; throws when it is too late
 * @throws ToolError naming the layer that denied
 */
export async function commitAction(
  permitId: Hex,
  attempt: Attempt,
  close: () => void,
  deps: CommitDeps,
): Promise<Committed | Signed> {
  deps.latch.assertOpen()
  await deps.assertPauseExplained()
  const row = findPending(deps.store, permitId)
  await deps.held.assertResolved()
  const body: PermitBody = deepFreeze(readBody(row))
  assertRoute(body)
  const { plan } = body
  const anchor = await readAnchor(plan, deps)
  const ready = await assessPermitted({ row, attempt, body, anchor }, deps)
  useUp(row, ready, close, deps)
  await sealUse(row, deps)
  const permit = { row, spendUsdc: ready.verdict.spend.totalUsdc }
  if (plan.kind === 'signature') {
    const signature = await signPermitted(permit, plan, deps)
    return { permitId, body: { ...body, plan }, typedData: plan.typedData, signature }
  }
  const receipt = await sendPermitted(permit, toRequest(row, plan, ready), deps)
  await settleMined(row, receipt, deps)
  return { permitId, body: { ...body, plan }, receipt }
}

/** Assess a permit as it will be carried out, with the guardian's signature where it must sign. */
async function assessPermitted(commit: Commit, deps: CommitDeps): Promise<Ready> {
  const { row, body } = commit
  const { permitId } = row
  const assess = async (guardianSignature: Hex | undefined) => {
    const assessed = await assessAtHead(commit, guardianSignature, deps)
    assertAsPermitted(row, assessed)
    return assessed
  }
  const assessed = await assess(body.guardianSignature)
  assertWaited(
    row,
    { riskClass: body.riskClass, actionClass: assessed.evidence.actionClass },
    assessed.now,
    deps,
  )
  const { custody } = deps
  const isConfigured = body.plan.kind === 'signature' ? custody.signsTypedData : custody.isConfigured
  if (!isConfigured) throw new ToolError('WALLET_NOT_CONFIGURED', {})
  const guardianSignature = await obtainGuardianSignature(permitId, body, assessed.verdict, deps)
  const isTriedOut = guardianSignature === body.guardianSignature || body.plan.kind === 'signature'
  // Where the guardian signed only now, the bytes with its signature were not tried out yet.
  return { ...(isTriedOut ? assessed : await assess(guardianSignature)), guardianSignature }
}

/** Assess what a permit allows on top of the head that the commit began with. */
function assessAtHead(
  { row, attempt, body, anchor }: Commit,
  guardianSignature: Hex | undefined,
  deps: CommitDeps,
): Promise<Assessment> {
  const { permitId } = row
  const { head } = anchor
  const { guardianSignature: _, ...action } = body
  // The preview was simulated as the node does it; now as it will be mined. What tells the two apart is denied.
  const asMined = {
    gasLimit: body.gasLimit,
    maxFeePerGasWei: body.maxFeePerGasWei,
    baseFeeWei: head.baseFeePerGas ?? 0n,
    ...(head.miner ? { feeRecipient: head.miner } : {}),
    ...(head.hash ? { prevRandao: head.hash } : {}),
  }
  return assessAction(
    {
      stage: 'commit',
      permitId,
      attempt,
      action: { ...action, ...(guardianSignature ? { guardianSignature } : {}) },
      deadlineSeconds: body.deadlineSeconds,
      anchor,
      environment: asMined,
      assertInForce(now) {
        assertUnexpired(row, now, deps)
        const version = deps.inForce.version()
        if (body.policyVersion !== version) {
          const expected = body.policyVersion
          throw new ToolError('PERMIT_POLICY_CHANGED', { permitId, expected, found: version })
        }
      },
      readBody() {
        deps.phase.assertKept(body, permitId)
        return body
      },
    },
    deps,
  )
}

/** Durable before any effect: the permit is used up, the spend reserved, the audit entry written. */
function useUp(row: PermitRow, ready: Ready, close: () => void, deps: CommitDeps): void {
  const { store } = deps
  const { permitId } = row
  const { body, evidence, verdict, now, guardianSignature } = ready
  // The permit may have lapsed, the latch been set or the phase changed while the evidence was gathered and judged.
  assertUnexpired(row, currentMoment(store, deps.clock.wallMs()), deps)
  store.transact(() => {
    deps.latch.assertOpen()
    deps.phase.assertKept(body, permitId)
    deps.phase.assertAllows(evidence, body.riskTier)
    close()
    advanceClocks(store, now)
    const guarded = guardianSignature !== undefined
    if (!deps.settler.consume({ row, body }, evidence, { spend: verdict.spend, guarded }, now)) {
      const found = store.findPermit(permitId)?.state ?? 'gone'
      throw new ToolError('PERMIT_NOT_PENDING', { permitId, found })
    }
    if (body.plan.kind === 'transaction' && body.plan.part) claimPart(body.plan.part, permitId, store)
    if (pausesCage(body.plan, deps)) deps.latch.notePause()
    if (body.approval) deps.approvals.consume(body.approval, body, permitId)
  })
}

/** Whether a plan calls the cage by itself, which its operator may but to pause it. */
const pausesCage = (
  { route, calls }: PermitBody['plan'],
  { account }: Pick<CommitDeps, 'account'>,
): boolean => route === 'op' && calls.some(({ to }) => isAddressEqual(to, account))

/** Until what was used up is sealed, an older copy of the store could use it up again: nothing is signed before. */
async function sealUse(row: PermitRow, { sealer, settler }: CommitDeps): Promise<void> {
  try {
    await sealer.cover()
  } catch (error) {
    settler.settle(row, { kind: 'never-sent' })
    throw error
  }
}

/** What custody signs and sends for a permit. */
const toRequest = (
  { nonce }: PermitRow,
  { route, calls }: TransactionPlan<CallRoute>,
  { body, evidence, guardianSignature }: Ready,
) => ({
  route,
  calls,
  ...(body.approval ? { approval: body.approval } : {}),
  ...(guardianSignature ? { guardianSignature } : {}),
  nonce,
  ...(body.operatorNonce === undefined ? {} : { operatorNonce: body.operatorNonce }),
  gasLimit: body.gasLimit,
  ...firstFees(body, evidence.headBaseFeeWei),
  deadlineSeconds: body.deadlineSeconds,
})
