import { ToolError } from '../core/errors.ts'
import { BaseUnitsSchema, Type } from '../core/schema.ts'
import { readAmount } from './read-amount.ts'

/** Parameters of which exactly one says how much: an amount, or all that there is at the time. */
export const AMOUNT_OR_EVERYTHING = {
  amountBaseUnits: Type.Optional(BaseUnitsSchema),
  everything: Type.Optional(
    Type.Literal(true, { description: 'all that there is when it is carried out, in place of an amount' }),
  ),
}

/**
 * Read how much is meant; undefined stands for everything.
 *
 * @throws ToolError INVALID_PARAMS when none or both are given, ZERO_AMOUNT
 */
export function readAmountOrEverything(params: {
  readonly amountBaseUnits?: string
  readonly everything?: true
}): bigint | undefined {
  const { amountBaseUnits, everything } = params
  if ((amountBaseUnits === undefined) === (everything === undefined)) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/amountBaseUnits',
      problem: 'give exactly one of amountBaseUnits and everything',
    })
  }
  return amountBaseUnits === undefined ? undefined : readAmount(amountBaseUnits)
}
