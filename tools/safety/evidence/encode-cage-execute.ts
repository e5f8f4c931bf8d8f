import { type Address, type Hex, prepareEncodeFunctionData } from 'viem'
import type { CarriedCall } from '../../core/contract-account.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { Call, CallRoute, TransactionPlan } from '../../core/plan.ts'

/** Hashed once; encoding by name would hash every signature of the ABI each time. */
const EXECUTE = prepareEncodeFunctionData({ abi: policyCageAbi, functionName: 'execute' })

/** The call that pauses the cage. */
export const PAUSE_CALL = encodeFunctionData({ abi: policyCageAbi, functionName: 'pause' })

/**
 * Encode the cage's `execute` for a plan: one transaction, all calls or none.
 *
 * @param guardianSignature - the guardian's signature over `hashGuardianRequest`; within the hot lane the cage asks for none
 */
export const encodeCageExecute = (
  calls: readonly Call[],
  deadlineSeconds: bigint,
  permitId: Hex,
  guardianSignature: Hex = '0x',
): Hex =>
  encodeFunctionData({
    ...EXECUTE,
    args: [
      calls.map((call) => ({ target: call.to, value: call.valueWei, data: call.data })),
      deadlineSeconds,
      permitId,
      guardianSignature,
    ],
  })

/** How the operator makes the calls of a plan: through the cage, or the one of its own by itself. */
export function carryByOperator(
  {
    plan,
    deadlineSeconds,
    permitId,
    guardianSignature,
  }: {
    readonly plan: Pick<TransactionPlan<CallRoute>, 'route' | 'calls'>
    readonly deadlineSeconds: bigint
    readonly permitId: Hex
    readonly guardianSignature?: Hex
  },
  cage: Address,
): CarriedCall {
  const [own] = plan.route === 'op' ? plan.calls : []
  if (own) return { to: own.to, data: own.data }
  return { to: cage, data: encodeCageExecute(plan.calls, deadlineSeconds, permitId, guardianSignature) }
}
