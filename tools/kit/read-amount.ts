import { maxUint256 } from 'viem'
import { ToolError } from '../core/errors.ts'

/** Read an amount that must not be zero. @throws ToolError ZERO_AMOUNT, INVALID_PARAMS for more than a word holds */
export function readAmount(amountBaseUnits: string, parameter = 'amountBaseUnits'): bigint {
  const amount = BigInt(amountBaseUnits)
  if (amount === 0n) throw new ToolError('ZERO_AMOUNT', { parameter })
  if (amount <= maxUint256) return amount
  throw new ToolError('INVALID_PARAMS', {
    path: `/${parameter}`,
    problem: `is ${amount}, expected at most 2^256 - 1`,
  })
}
