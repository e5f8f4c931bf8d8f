import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { formatUsdc } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { checkPositions } from '../evidence/check-positions.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { countSpend } from '../evidence/spend.ts'
import { checkAllowlist } from '../hooks/allowlist-guard.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { GuardianRequest } from './guardian.ts'

/** What the guardian holds a request against; all of it is its own. */
export interface GuardianRules {
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly account: Address
}

/**
 * Say why the guardian refuses a request, or undefined when it may be signed.
 *
 * Judged are the bytes as the guardian decoded and simulated them, at its own head and its own prices: account,
 * deadline, lists, code, the cage's verdict and the limit of one transaction. Nothing that the asker says counts.
 */
export function findRefusal(
  request: GuardianRequest,
  evidence: Evidence,
  rules: GuardianRules,
): string | undefined {
  const { policy, account } = rules
  if (request.chainId !== policy.chainId) return `chain ${request.chainId} is not ${policy.chainId}`
  if (!isAddressEqual(request.account, account)) return `${request.account} is not the guarded account`
  const leftSeconds = request.deadlineSeconds - BigInt(evidence.clocks.chainSeconds)
  const mostSeconds = BigInt(policy.permitTtlSeconds + policy.maxClockSkewSeconds)
  if (leftSeconds < 0n || leftSeconds > mostSeconds) {
    return `the deadline is ${leftSeconds} s away, allowed are 0 to ${mostSeconds} s`
  }
  if (request.gasLimit > policy.gas.maxGasLimit) {
    return `${request.gasLimit} gas is more than ${policy.gas.maxGasLimit}`
  }
  if (request.maxFeePerGasWei > policy.gas.maxFeePerGasWei) {
    return `${request.maxFeePerGasWei} wei for a unit of gas is more than ${policy.gas.maxFeePerGasWei}`
  }
  // A signature is not mined, so that there is nothing to simulate; its prices still need a node that answers.
  const simulated = request.typedData ? evidence.state && { ok: true } : evidence.simulation?.calls[0]
  if (simulated === undefined) return `no simulation: ${evidence.simulationProblem ?? 'the node is silent'}`
  // Nothing simulated shows that of a signature.
  if (request.typedData && evidence.isPaused !== false) return 'the cage is paused'
  try {
    checkAllowlist({ evidence, policy, account, book: rules.book })
    checkPositions(evidence, policy)
    if (!simulated.ok) return 'the transaction would revert'
    const { totalUsdc } = countSpend(evidence, policy, request)
    const most = policy.limits.perTransactionUsdc
    return totalUsdc > most
      ? `it spends ${formatUsdc(totalUsdc)}, allowed are ${formatUsdc(most)}`
      : undefined
  } catch (cause) {
    if (cause instanceof ToolError) return `${cause.code}: ${cause.shortMessage}`
    throw cause
  }
}
