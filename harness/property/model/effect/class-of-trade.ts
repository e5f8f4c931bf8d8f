import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Facts } from '../facts/facts.ts'
import type { Lists } from './effect.ts'

/** What may remain of a closed position, in basis points. */
const CLOSED_REMAINDER_BPS = 10n

/** The class of a trade, by what the account is exposed to before and after it. */
export function classOfTrade(
  tokenIn: string,
  tokenOut: string,
  amountIn: bigint,
  { balances }: Facts,
  lists: Lists,
): ActionClass {
  const exposureOf = (token: string) =>
    (balances.get(token) ?? 0n) +
    (token === lists.wrappedSymbol ? (balances.get(lists.nativeSymbol) ?? 0n) : 0n)
  const isStable = (token: string) => lists.cageAssets.some((asset) => asset.token === token && asset.isBase)
  if (isStable(tokenIn) === isStable(tokenOut)) return 'rebalance'
  if (isStable(tokenIn)) return exposureOf(tokenOut) === 0n ? 'new-position' : 'increase-position'
  const remains = exposureOf(tokenIn) - amountIn
  const closes = remains * 10_000n <= exposureOf(tokenIn) * CLOSED_REMAINDER_BPS
  return closes ? 'close-position' : 'decrease-position'
}
