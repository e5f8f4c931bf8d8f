import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { SellNeed } from '../../core/need.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { judgePrices, listFeeds, NO_STATE, requireFreshPrice } from '../../kit/usd-price.ts'
import type { Vault } from './vault.ts'

type Acting = Pick<ToolContext, 'book' | 'chain'>
type Token = Vault['asset']

/** Codes that choosing a sale may raise. */
export const ZAP_ERROR_CODES = ['UNKNOWN_TOKEN', 'SAME_TOKEN', 'NO_PRICE', 'PROTOCOL_NOT_DEPLOYED'] as const

/** Resolve the other token of a zap. @throws ToolError UNKNOWN_TOKEN, SAME_TOKEN when it is the vault's own */
export async function resolveOther(ctx: Acting, { asset }: Vault, reference: string): Promise<Token> {
  const token = await resolveErc20(ctx, reference)
  if (isAddressEqual(token.address, asset.address)) throw new ToolError('SAME_TOKEN', { token: asset.symbol })
  return token
}

/**
 * State a sale that brings at least what the feeds' prices say, less the slippage, rounded up.
 *
 * @throws ToolError NO_PRICE
 */
export async function sell(
  ctx: Acting,
  [from, to]: readonly [Token, Token],
  amountInBaseUnits: bigint,
  { slippageBps, afterCalls }: { readonly slippageBps: number; readonly afterCalls?: number },
): Promise<SellNeed> {
  const tokens = [from, to].map((token) => ({ ...token, name: token.symbol }))
  const state = await ctx.chain.readState({ ...NO_STATE, feeds: listFeeds(tokens) })
  const [sold, bought] = judgePrices(tokens, state).map((verdict, index) =>
    requireFreshPrice(tokens[index] as (typeof tokens)[number], verdict),
  ) as [ReturnType<typeof requireFreshPrice>, ReturnType<typeof requireFreshPrice>]
  const fair =
    (amountInBaseUnits * sold.answer * 10n ** BigInt(to.decimals + bought.decimals)) /
    (bought.answer * 10n ** BigInt(from.decimals + sold.decimals))
  return {
    need: 'swap',
    exact: 'input',
    tokenIn: from.address,
    tokenOut: to.address,
    amountInBaseUnits,
    leastOutBaseUnits: minimumAfterSlippage(fair, slippageBps),
    ...(afterCalls === undefined ? {} : { afterCalls }),
  }
}
