import { ToolError } from '../../core/errors.ts'
import type { SellNeed } from '../../core/need.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import type { Holding } from './health.ts'

/** The oracle's price of a holding. @throws ToolError NO_PRICE */
export function requirePrice({ priceBase, reserve }: Holding): bigint {
  if (priceBase > 0n) return priceBase
  throw new ToolError('NO_PRICE', { token: reserve.token.symbol, reason: 'the oracle has none' })
}

/** Convert an amount of one reserve's token into another's at the oracle's prices, rounded down. */
export function convert(amount: bigint, from: Holding, to: Holding): bigint {
  const price = requirePrice(to)
  const [unitFrom, unitTo] = [from, to].map(
    ({ reserve }) => 10n ** BigInt(reserve.configuration.decimals),
  ) as [bigint, bigint]
  return (amount * from.priceBase * unitTo) / (unitFrom * price)
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
