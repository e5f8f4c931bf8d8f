import { NATIVE_TOKEN, type TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import type { SellNeed } from '../../core/need.ts'
import { findToken } from '../../core/tokens.ts'
import {
  judgePrices,
  listFeeds,
  NO_STATE,
  requireFreshPrice,
  type UsdPrice,
  valueMicroUsd,
} from '../../kit/usd-price.ts'

const FULL_BPS = 10_000n

/** What gas may come to beside a sale, of what one action may spend. */
const GAS_SHARE_BPS = 100n

/** An asset that carries risk, with what is held of it. */
interface Risky {
  readonly token: TokenInfo
  readonly price: UsdPrice
  readonly balance: bigint
  readonly valueMicroUsd: bigint
}

/**
 * Plan the sale of the asset that is worth most, of those that are not stable, for the asset in which limits count; as
 * much of it as one action may spend, and for no less than fresh prices say but for a loss. Undefined where nothing is
 * left to sell. One request.
 *
 * @throws ToolError NO_PRICE, INSUFFICIENT_LIQUIDITY where nothing more may be spent today
 */
export async function planSale(
  ctx: Pick<ToolContext, 'account' | 'book' | 'chain' | 'safety'>,
  maxLossBps: number,
): Promise<SellNeed | undefined> {
  const { assets } = ctx.safety.configured()
  const listed = (isWanted: (asset: (typeof assets)[number]) => boolean) =>
    assets.filter(isWanted).flatMap(({ token }) => findToken(ctx.book, token) ?? [])
  const [into] = listed(({ isNumeraire }) => isNumeraire === true)
  const tokens = listed(({ token, isStable }) => !isStable && token !== NATIVE_TOKEN)
  if (into === undefined)
    throw new ToolError('NO_PRICE', { token: 'the base asset', reason: 'there is none' })
  const state = await ctx.chain.readState({
    ...NO_STATE,
    balances: tokens.map(({ address: token }) => ({ token, account: ctx.account })),
    feeds: listFeeds(tokens),
  })
  const prices = judgePrices(tokens, state)
  const risky = tokens.flatMap((token, index): Risky[] => {
    const balance = state.balances[index] ?? 0n
    if (balance === 0n) return []
    const price = requireFreshPrice(token, prices[index])
    return [{ token, price, balance, valueMicroUsd: valueMicroUsd(balance, token.decimals, price) }]
  })
  const most = risky.reduce<Risky | undefined>(
    (best, other) => (best === undefined || other.valueMicroUsd > best.valueMicroUsd ? other : best),
    undefined,
  )
  if (most === undefined) return undefined
  const amountInBaseUnits = spendable(ctx, most)
  const worth = valueMicroUsd(amountInBaseUnits, most.token.decimals, most.price)
  return {
    need: 'swap',
    exact: 'input',
    tokenIn: most.token.address,
    tokenOut: into.address,
    amountInBaseUnits,
    leastOutBaseUnits:
      (worth * 10n ** BigInt(into.decimals) * (FULL_BPS - BigInt(maxLossBps))) / (10n ** 6n * FULL_BPS),
  }
}

/** How much of an asset one action may spend now. */
function spendable(
  { safety }: Pick<ToolContext, 'safety'>,
  { balance, valueMicroUsd: worth, token }: Risky,
): bigint {
  const { perTransactionUsdc, perDayUsdc, spentInWindowUsdc, reservedUsdc } = safety.spending()
  const left = perDayUsdc - spentInWindowUsdc - reservedUsdc
  const most = left < perTransactionUsdc ? left : perTransactionUsdc
  const usable = (most * (FULL_BPS - GAS_SHARE_BPS)) / FULL_BPS
  if (usable >= worth) return balance
  const part = usable <= 0n ? 0n : (balance * usable) / worth
  if (part > 0n) return part
  throw new ToolError('INSUFFICIENT_LIQUIDITY', {
    subject: `what may be spent today, for a sale of ${token.symbol}`,
    found: usable < 0n ? 0n : usable,
    expected: 1n,
  })
}
