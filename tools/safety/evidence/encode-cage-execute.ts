import { type Hex, prepareEncodeFunctionData } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { Call } from '../../core/plan.ts'

/** Hashed once; encoding by name would hash every signature of the ABI each time. */
const EXECUTE = prepareEncodeFunctionData({ abi: policyCageAbi, functionName: 'execute' })

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
