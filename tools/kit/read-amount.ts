import { ToolError } from '../core/errors.ts'

/** Read an amount that must not be zero. @throws ToolError ZERO_AMOUNT */
export function readAmount(amountBaseUnits: string, parameter = 'amountBaseUnits'): bigint {
  const amount = BigInt(amountBaseUnits)
  if (amount === 0n) throw new ToolError('ZERO_AMOUNT', { parameter })
  return amount
}
