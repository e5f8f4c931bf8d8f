import type { Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { type Json, toJson } from '../../core/json.ts'
import type { OwnerOperation, OwnerPlan } from '../../core/plan.ts'
import type { Sealer } from '../audit/sealer.ts'
import type { ApprovalCheck } from '../custody/approval-check.ts'
import {
  type Approver,
  assertUnlapsed,
  consumeApproval,
  isApprovedBy,
  type OwnerApproval,
} from '../custody/owner-approval.ts'
import { askBoth, type Providers } from '../evidence/second-provider.ts'
import type { HaltCarrier } from '../halt/halt-carrier.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { advanceClocks, assertClocksAgree, currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import { type createOwnerOperations, GUARDIAN_OPERATIONS } from './owner-operations.ts'

/** A change of the safety layer itself, with an approval of its very parameters: the owner's, or the guardian's for some. */
export interface OwnerChange {
  readonly tool: string
  readonly plan: OwnerPlan
  readonly approval: OwnerApproval
}

/** What a change is made with. */
export interface OwnerChangeDeps extends Providers<'getBlock' | 'readContract'> {
  readonly store: SafetyStore
  readonly policy: SafetyPolicy
  readonly clock: Clock
  readonly events: EventBus
  readonly account: Approver['gate']
  readonly approvals: ApprovalCheck
  readonly operations: ReturnType<typeof createOwnerOperations>
  readonly carrier: Pick<HaltCarrier, 'liquidate' | 'prepare'>
  readonly sealer: Sealer
  readonly nextId: () => Hex
}

/**
 * Make a change that the owner, or for some the guardian, approved: the approval is used up, audited and takes effect in
 * one transaction.
 *
 * @throws ToolError naming the layer that denied
 */
export async function makeOwnerChange(change: OwnerChange, deps: OwnerChangeDeps): Promise<Json> {
  const { tool, plan, approval } = change
  const { store, policy, clock, approvals, carrier } = deps
  const head = await inTime(clock, deps.chain.getBlock(), 'the head')
  const reading = { wallMs: clock.wallMs(), chainSeconds: Number(head.timestamp) }
  assertClocksAgree(reading, policy.maxClockSkewSeconds)
  const now = advanceClocks(store, reading)
  const { params } = plan
  const action = { tool, params, plan: { calls: [] } }
  const guardian = await findGuardian(approval, plan.operation, deps)
  if (guardian) await approvals.assertBy(guardian, approval, action, now)
  else {
    await approvals.assertByOwner(approval, action, now)
    await assertNotGivenUp(approval, deps)
  }
  const apply = await deps.operations[plan.operation](params)
  const changed = store.transact(() => {
    // It may have lapsed while all of that was read.
    assertUnlapsed(approval, currentMoment(store, clock.wallMs()))
    consumeApproval(store, guardian?.gate ?? policy.owner, approval.nonce, deps.nextId())
    store.appendAudit('owner-change', { tool, params, nonce: approval.nonce.toString() })
    return apply()
  })
  // An older copy of the store must not bring back what was tightened.
  await deps.sealer.seal()
  if (plan.operation === 'liquidate') return toJson(await carrier.liquidate())
  if (plan.operation === 'clear-halt') {
    carrier.prepare()
    deps.events.emit({ kind: 'halt:cleared' })
  }
  return changed
}

/** Whose word orders an operation: the guardian's, where it may give it and signed it. */
async function findGuardian(
  approval: OwnerApproval,
  operation: OwnerOperation,
  { policy, account }: OwnerChangeDeps,
): Promise<Approver | undefined> {
  if (policy.guardian === undefined || !GUARDIAN_OPERATIONS.includes(operation)) return undefined
  const guardian = { owner: policy.guardian, gate: account }
  return isApprovedBy(approval, guardian) ? guardian : undefined
}

/** What carries calls out asks the gate on chain; a change of the safety layer itself has to. */
async function assertNotGivenUp({ nonce }: OwnerApproval, deps: OwnerChangeDeps): Promise<void> {
  const isGivenUp = askBoth('whether an approval is used up', deps, (provider) =>
    provider.readContract({
      address: deps.policy.owner,
      abi: ownerGateAbi,
      functionName: 'used',
      args: [nonce],
    }),
  )
  if (await inTime(deps.clock, isGivenUp, 'the approval')) throw new ToolError('APPROVAL_USED', { nonce })
}
