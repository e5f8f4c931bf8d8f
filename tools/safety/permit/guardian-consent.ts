import type { Address, Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { askGuardian } from '../guardian/ask-guardian.ts'
import type { Guardian } from '../guardian/guardian.ts'
import type { ChainVerdict } from '../hooks/chain.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { PolicyInForce } from '../policy/policy-in-force.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { PermitBody } from './permit.ts'
import type { PhaseCheck } from './phase-check.ts'

/**
 * Have the guardian sign where it must; what it signed for the permit it signs again, for only it can tell what changed.
 *
 * @throws ToolError HALTED, PERMIT_PHASE_CHANGED, GUARDIAN_REQUIRED, GUARDIAN_UNREACHABLE, GUARDIAN_REFUSED
 */
export async function obtainGuardianSignature(
  permitId: Hex,
  body: PermitBody,
  verdict: ChainVerdict,
  deps: {
    readonly guardian?: Guardian
    readonly policy: SafetyPolicy
    readonly inForce: PolicyInForce
    readonly account: Address
    readonly clock: Pick<Clock, 'setTimer'>
    readonly latch: Pick<HaltLatch, 'assertOpen'>
    readonly phase: PhaseCheck
  },
): Promise<Hex | undefined> {
  const signed = body.guardianSignature && {
    found: verdict.spend.totalUsdc,
    expected: deps.inForce.read().limits.hotLaneUsdc,
  }
  const demand = verdict.guardianDemand ?? signed
  if (demand === undefined) return undefined
  // What is denied in any case the guardian need not count.
  deps.latch.assertOpen()
  deps.phase.assertKept(body, permitId)
  const { plan, deadlineSeconds, gasLimit, maxFeePerGasWei } = body
  const bytes = {
    chainId: deps.policy.chainId,
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
