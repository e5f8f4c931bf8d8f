import type { Address, Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import type { OwnAccount } from '../../core/contract-account.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { ActionPlan, TransactionPlan } from '../../core/plan.ts'
import type { Providers } from '../evidence/second-provider.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { PolicyInForce } from '../policy/policy-in-force.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import {
  type AccountRequest,
  type Approval,
  assertSignedByAccount,
  consumeAccountApproval,
  describeOwnCall,
  isAccountApproval,
} from './account-approval.ts'
import {
  type ApprovalMessage,
  type Approver,
  assertApproved,
  consumeApproval,
  describeApproval,
  type OwnerApproval,
} from './owner-approval.ts'

/** A privileged action, as its owner approves it. */
export interface ApprovedAction {
  readonly tool: string
  readonly params: Json
  readonly plan: Pick<ActionPlan, 'calls'> & Pick<Partial<TransactionPlan<'account'>>, 'maker'>
}

/** Holds approvals against the actions that they are for, under the policy in force. */
export interface ApprovalCheck {
  /** Say what has to be signed for an action. */
  describe(
    action: ApprovedAction,
    choice: { readonly nonce: bigint; readonly deadlineSeconds: bigint },
  ): ApprovalMessage
  /** Say what the owners of the owner's account have to sign for its call. @throws ToolError */
  describeOwnCall(action: ApprovedAction): Promise<AccountRequest>
  /**
   * Check that the owner approved exactly this action, or enough owners of the owner's account this call of it.
   *
   * @throws ToolError APPROVAL_NOT_CONFIGURED and what {@link assertApproved} throws
   */
  assertByOwner(approval: Approval, action: ApprovedAction, now: ClockReading): Promise<void>
  /** Use an approval up, inside the transaction that uses up the permit. @throws ToolError APPROVAL_USED */
  consume(approval: Approval, action: ApprovedAction, permitId: Hex): void
  /** Check that an approver approved exactly this action. @throws ToolError as {@link assertApproved} */
  assertBy(
    approver: Approver,
    approval: OwnerApproval,
    action: ApprovedAction,
    now: ClockReading,
  ): Promise<void>
}

/** Create the check over a policy and the chain. */
export function createApprovalCheck(
  deps: Providers<'getCode' | 'getBlockNumber' | 'readContract'> & {
    readonly policy: SafetyPolicy
    readonly inForce: PolicyInForce
    readonly account: Address
    readonly clock: Pick<Clock, 'setTimer'>
    readonly store: SafetyStore
    readonly ownAccount?: OwnAccount
  },
): ApprovalCheck {
  const { policy, inForce, account } = deps
  const toSubject = ({ tool, params, plan }: ApprovedAction) => ({
    tool,
    params,
    calls: plan.calls,
    account,
    chainId: policy.chainId,
    policyVersion: inForce.version(),
  })
  const assertBy: ApprovalCheck['assertBy'] = (approver, approval, action, now) =>
    assertApproved(approval, toSubject(action), { ...deps, approver, now })
  return {
    describe: (action, choice) => describeApproval(toSubject(action), choice),
    describeOwnCall: (action) => describeOwnCall(action, deps),
    assertBy,
    async assertByOwner(approval, action, now) {
      const { tool } = action
      if (isAccountApproval(approval)) return assertSignedByAccount(approval, action, deps)
      if (policy.approver === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool })
      await assertBy({ owner: policy.approver, gate: policy.owner }, approval, action, now)
    },
    consume(approval, action, permitId) {
      const { store, ownAccount } = deps
      if (isAccountApproval(approval)) {
        consumeAccountApproval(store, approval, action, { ...(ownAccount ? { ownAccount } : {}), permitId })
      } else consumeApproval(store, policy.owner, approval.nonce, permitId)
    },
  }
}
