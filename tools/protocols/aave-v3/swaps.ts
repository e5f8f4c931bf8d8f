import { ToolError } from '../../core/errors.ts'
import type { SellNeed } from '../../core/need.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import type { Holding } from './health.ts'

/** Convert an amount of one reserve's token into another's at the oracle's prices, rounded down. */
export function convert(amount: bigint, from: Holding, to: Holding): bigint {
  if (to.priceBase === 0n) {
    throw new ToolError('NO_PRICE', { token: to.reserve.token.symbol, reason: 'the oracle has none' })
  }
  const [unitFrom, unitTo] = [from, to].map(
    ({ reserve }) => 10n ** BigInt(reserve.configuration.decimals),
  ) as [bigint, bigint]
  return (amount * from.priceBase * unitTo) / (unitFrom * to.priceBase)
}

/** State a sale that brings at least what the oracle's prices say, less the slippage. */
export const sell = (
  from: Holding,
  to: Holding,
  amountInBaseUnits: bigint,
  { slippageBps, afterCalls }: { readonly slippageBps: number; readonly afterCalls: number },
): SellNeed => ({
  need: 'swap',
  exact: 'input',
  tokenIn: from.reserve.token.address,
  tokenOut: to.reserve.token.address,
  amountInBaseUnits,
  leastOutBaseUnits: minimumAfterSlippage(convert(amountInBaseUnits, from, to), slippageBps),
  afterCalls,
})
