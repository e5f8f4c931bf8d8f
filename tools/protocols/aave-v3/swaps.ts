import type { SellNeed } from '../../core/need.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { type Holding, requirePrice } from './health.ts'

/** Convert an amount of one reserve's token into another's at the oracle's prices, rounded down. @throws ToolError NO_PRICE */
export function convert(amount: bigint, from: Holding, to: Holding): bigint {
  const [priceFrom, priceTo] = [requirePrice(from), requirePrice(to)]
  const [unitFrom, unitTo] = [from, to].map(
    ({ reserve }) => 10n ** BigInt(reserve.configuration.decimals),
  ) as [bigint, bigint]
  return (amount * priceFrom * unitTo) / (unitFrom * priceTo)
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
