import type { Hex } from 'viem'
import { deepFreeze } from '../../core/deep-freeze.ts'
import { type Json, toJson } from '../../core/json.ts'
import type { ActionPlan, PermittedPlan } from '../../core/plan.ts'
import type { RequestedBy } from '../../core/request-bounds.ts'
import { toPlainData } from '../../core/schema.ts'
import type { PrivilegedTool, WriteTool } from '../../core/tool-def.ts'
import type { Approval } from '../custody/account-approval.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { describeSettings } from '../evidence/own-account.ts'
import { describePositions } from '../evidence/value-positions.ts'
import type { Guardian } from '../guardian/guardian.ts'
import type { Claim } from '../hooks/hook.ts'
import type { PhaseKeeper } from '../policy/phase-keeper.ts'
import { rateRisk } from '../policy/risk-class.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { Provenance } from '../taint/provenance.ts'
import { type AssessmentDeps, assessAction, type RequestedAction, readAnchor } from './assess-action.ts'
import type { Attempt } from './attempt-log.ts'
import { chooseGasLimit, chooseMostFee } from './fees.ts'
import { obtainGuardianSignature } from './guardian-consent.ts'
import { issuePermit } from './issue-permit.ts'
import type { ActionPermit, PermitBody } from './permit.ts'
import { assertRoute } from './route-check.ts'

/** An action to preview: a plan of a write tool, with what the model said of it. */
export interface PreviewInput<Plan extends PermittedPlan = PermittedPlan> {
  readonly attempt: Attempt
  readonly tool: Pick<WriteTool | PrivilegedTool, 'name' | 'riskTier' | 'category' | 'capability' | 'traits'>
  readonly actionKind: string
  readonly params: Json
  readonly claims: readonly Claim[]
  readonly plan: Plan
  /** The owner's approval; a privileged tool needs one. */
  readonly approval?: Approval
  /** The untrusted tool or the session that asks for the action. */
  readonly requestedBy?: RequestedBy
}

/** What permits are issued with. */
export interface PermitDeps extends AssessmentDeps {
  readonly latch: HaltLatch
  readonly phases: PhaseKeeper
  readonly provenance: Provenance
  readonly guardian?: Guardian
  /** Denies while the cage is paused for no known reason. */
  readonly assertPauseExplained: () => Promise<void>
  /** Gives a new 32-byte identifier at each call. */
  readonly nextId: () => Hex
}

/**
 * Judge a plan and issue a permit for it.
 *
 * @param close - called right before anything is durable; throws when it is too late
 * @throws ToolError naming the layer that denied
 */
export async function previewAction(
  input: PreviewInput<ActionPlan>,
  close: () => void,
  deps: PermitDeps,
): Promise<ActionPermit> {
  deps.latch.assertOpen()
  await deps.assertPauseExplained()
  await deps.held.assertResolved()
  const permitId = deps.nextId()
  const plan = deepFreeze(toPlainData(input.plan) as ActionPlan)
  const { approval } = input
  assertRoute({ tool: input.tool.name, plan, ...(approval ? { approval } : {}) })
  const anchor = await readAnchor(plan, deps)
  const { attempt, tool, actionKind, params, claims } = input
  const action: RequestedAction = {
    tool: tool.name,
    riskTier: tool.riskTier,
    actionKind,
    params,
    claims,
    plan,
    ...(approval ? { approval } : {}),
    ...(input.requestedBy ? { requestedBy: structuredClone(input.requestedBy) } : {}),
  }
  const deadlineSeconds = anchor.head.timestamp + BigInt(deps.policy.permitTtlSeconds)
  const assessed = await assessAction(
    {
      stage: 'preview',
      permitId,
      attempt,
      action,
      deadlineSeconds,
      anchor,
      assertTrusted: (evidence) => deps.provenance.assertTrustedChoices({ params, plan, evidence }),
      readBody: (evidence) => drawUp(action, deadlineSeconds, evidence, deps),
    },
    deps,
  )
  const { result } = assessed.verdict
  const guardianSignature = await obtainGuardianSignature(permitId, assessed.body, assessed.verdict, deps)
  const riskClass = rateRisk(tool, assessed.verdict.spend.totalUsdc)
  const body = { ...assessed.body, result, riskClass, ...(guardianSignature ? { guardianSignature } : {}) }
  return issuePermit(permitId, { ...assessed, body }, riskClass, close, deps)
}

/** Draw up what a permit for an action would say, by what was found of it. */
function drawUp(
  action: RequestedAction,
  deadlineSeconds: bigint,
  evidence: Evidence,
  deps: PermitDeps,
): PermitBody<ActionPlan> {
  const { policy, route } = deps
  const { approval, requestedBy, ...asked } = action
  const { plan } = action
  const simulated = evidence.simulation?.calls[0]?.gasUsed ?? 0n
  const { positions } = evidence.positions.after
  const changes = describeSettings(evidence.ownAccount, deps.ownAccount)
  return {
    ...asked,
    policyVersion: deps.inForce.version(),
    phaseEpoch: deps.phases.current().epoch,
    gasLimit: chooseGasLimit(policy, plan, { simulated, overhead: route?.gasOverhead ?? 0n }),
    maxFeePerGasWei: chooseMostFee(policy, evidence.headBaseFeeWei, plan),
    priorityFeeWei: policy.gas.priorityFeeWei,
    ...(route ? { operatorNonce: evidence.operatorNonce } : {}),
    deadlineSeconds,
    ...(approval ? { approval } : {}),
    ...(requestedBy ? { requestedBy } : {}),
    result: toJson({
      expectedOutcome: plan.expectation,
      actionClass: evidence.actionClass,
      ...(changes.length > 0 ? { changes } : {}),
      ...(positions.length > 0 ? { positions: describePositions(positions, policy, evidence.prices) } : {}),
    }),
  }
}
