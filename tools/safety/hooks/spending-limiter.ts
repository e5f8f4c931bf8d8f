import { ToolError } from '../../core/errors.ts'
import { type Guardian, type GuardianRequest, isGuardianSignature } from '../guardian.ts'
import type { GuardianDemand } from '../hot-lane.ts'
import { countLiveAllowances } from '../live-allowances.ts'
import { countSpend, sumLedger } from '../spend.ts'
import type { Hook, HookRequest } from './hook.ts'

/**
 * Hold an action against the three limits; equality is allowed. Above the hot lane, singly or with the
 * unguarded spend of the window, and wherever the cage asks for it, the guardian has to sign the exact bytes.
 */
export function createSpendingLimiterHook(deps: { readonly guardian: Guardian | undefined }): Hook {
  return {
    name: 'spending-limiter',
    async check(request) {
      const { policy, ledger } = request
      const { limits } = policy
      const spend = countSpend(request.evidence, policy, request)
      if (spend.totalUsdc > limits.perTransactionUsdc) {
        throw new ToolError('SPEND_PER_TRANSACTION', {
          found: spend.totalUsdc,
          expected: limits.perTransactionUsdc,
        })
      }
      const window = sumLedger(ledger)
      const liveUsdc = countLiveAllowances(request.evidence, policy, spend, request.seenAllowances)
      const ofDay = window.totalUsdc + liveUsdc + spend.totalUsdc
      if (ofDay > limits.perDayUsdc) {
        throw new ToolError('SPEND_PER_DAY', { found: ofDay, expected: limits.perDayUsdc })
      }
      const found = window.unguardedUsdc + spend.totalUsdc
      const expected = limits.hotLaneUsdc
      const demand = found > expected ? { found, expected } : request.evidence.guardianDemand
      if (demand === undefined) return { kind: 'allow', spend }
      const guardianSignature = await obtainSignature(request, deps.guardian, demand)
      return { kind: 'allow', spend, guardianSignature }
    },
  }
}

async function obtainSignature(request: HookRequest, guardian: Guardian | undefined, demand: GuardianDemand) {
  const { policy } = request
  const missing = () => new ToolError('GUARDIAN_REQUIRED', { ...demand })
  if (policy.guardian === undefined) throw missing()
  const bytes: GuardianRequest = {
    chainId: policy.chainId,
    account: request.account,
    permitId: request.permitId,
    calls: request.plan.calls,
    ...(request.plan.kind === 'signature' ? { typedData: request.plan.typedData } : {}),
    deadlineSeconds: request.deadlineSeconds,
    gasLimit: request.gasLimit,
    maxFeePerGasWei: request.maxFeePerGasWei,
  }
  // What it signed at the preview it may not sign any more, and only it can tell: the agent's node may hide what changed.
  if (guardian === undefined) throw missing()
  let answer: Awaited<ReturnType<Guardian['review']>>
  try {
    answer = await guardian.review(bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ToolError('GUARDIAN_UNREACHABLE', { reason }, { cause })
  }
  if ('refused' in answer) throw new ToolError('GUARDIAN_REFUSED', { reason: answer.refused })
  if (!(await isGuardianSignature(bytes, answer.signature, policy.guardian))) {
    throw new ToolError('GUARDIAN_REFUSED', { reason: 'its signature does not cover these bytes' })
  }
  return answer.signature
}
