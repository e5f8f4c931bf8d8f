import { ToolError } from '../../core/errors.ts'
import type { PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import { readAmountOrEverything } from '../../kit/amount-or-everything.ts'
import {
  assertFree,
  assertHealthy,
  assertOpen,
  assertThere,
  buildWithdrawal,
  changeOf,
  findHolding,
  MAX_AMOUNT,
  type Planning,
  readOwnAccount,
  withHolding,
} from './lending.ts'
import type { Reserve } from './reserve.ts'

/** How much is withdrawn, and how much health has to be left. */
export interface WithdrawalTerms {
  readonly token: string
  readonly amountBaseUnits?: string
  readonly everything?: true
  readonly leastHealthFactor?: string
}

/**
 * Plan to withdraw a part or all of a supply.
 *
 * @throws ToolError one of `LENDING_ERROR_CODES`, INSUFFICIENT_LIQUIDITY
 */
export async function planWithdrawal(
  ctx: Planning,
  terms: WithdrawalTerms,
): Promise<{
  readonly reserve: Reserve
  readonly amount: bigint
  readonly call: Call
  readonly change: PositionDelta
}> {
  const asked = readAmountOrEverything(terms)
  const account = await readOwnAccount(ctx)
  const holding = await findHolding(ctx, account, terms.token)
  const { reserve, suppliedBaseUnits } = holding
  assertOpen(reserve, 'withdraw')
  assertThere(suppliedBaseUnits, 'supply', reserve.token.symbol)
  const amount = asked ?? suppliedBaseUnits
  if (amount > suppliedBaseUnits) {
    const subject = `the supply of ${reserve.token.symbol}`
    throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: suppliedBaseUnits, expected: amount })
  }
  assertFree(account.free.get(reserve.id), reserve.token.symbol, amount)
  const left = withHolding(account, { ...holding, suppliedBaseUnits: suppliedBaseUnits - amount })
  if (holding.isCollateral) assertHealthy(account, left, terms.leastHealthFactor)
  return {
    reserve,
    amount,
    call: buildWithdrawal(ctx, reserve, asked ?? MAX_AMOUNT),
    change: changeOf(reserve, 'held', -amount, account.nowSeconds),
  }
}
