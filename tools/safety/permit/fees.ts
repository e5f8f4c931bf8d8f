import { ToolError } from '../../core/errors.ts'
import type { ActionPlan } from '../../core/plan.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { raisableFee } from '../policy/raisable-fee.ts'
import type { PermitBody } from './permit.ts'

/** Most gas that an action may use: half again what the simulation used, plus a fixed part for storage that turns cold. */
export function chooseGasLimit(
  { gas }: SafetyPolicy,
  plan: ActionPlan,
  use: { readonly simulated: bigint; readonly overhead: bigint },
): bigint {
  if (plan.kind === 'signature') return 0n
  const wanted = (use.simulated * 3n) / 2n + 50_000n + use.overhead
  return wanted < gas.maxGasLimit ? wanted : gas.maxGasLimit
}

/**
 * Most that an action may pay for a unit of gas: room for the base fee to double, but never so much that a halt could not
 * replace it.
 *
 * @throws ToolError FEE_ABOVE_CEILING
 */
export function chooseMostFee({ gas }: SafetyPolicy, baseFeeWei: bigint, plan: ActionPlan): bigint {
  const ceiling = raisableFee(gas.maxFeePerGasWei)
  const least = baseFeeWei + gas.priorityFeeWei
  if (plan.kind !== 'signature' && least > ceiling) {
    throw new ToolError('FEE_ABOVE_CEILING', { found: least, expected: ceiling })
  }
  const wanted = 2n * baseFeeWei + gas.priorityFeeWei
  return wanted < ceiling ? wanted : ceiling
}

/**
 * First fees of a transaction: such that they can be raised within what is permitted, unless the base fee has already
 * come nearer to that.
 */
export function firstFees(
  { maxFeePerGasWei, priorityFeeWei }: Pick<PermitBody, 'maxFeePerGasWei' | 'priorityFeeWei'>,
  baseFeeWei: bigint,
) {
  const isRaisable = raisableFee(maxFeePerGasWei) >= baseFeeWei
  return isRaisable
    ? { maxFeePerGasWei: raisableFee(maxFeePerGasWei), priorityFeeWei: raisableFee(priorityFeeWei) }
    : { maxFeePerGasWei, priorityFeeWei }
}
