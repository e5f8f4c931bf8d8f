import type { ToolContext } from '../../core/context.ts'
import type { Call } from '../../core/plan.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { assertToken, buildAct, POSITION_ERROR_CODES, requirePrice } from './acts.ts'
import { toPosition } from './describe-position.ts'
import type { RoundTerms } from './leverage.ts'
import { assertLtv } from './ltv.ts'
import { type Market, MarketIdSchema, readMarket } from './market.ts'

/** How far below the liquidation LTV a position stays between rounds. */
const MARGIN_BPS = 100

/** Parameters that name a position whose collateral is sold. */
export const SELLING_PARAMS = { market: MarketIdSchema, slippageBps: SlippageSchema }

/** Codes that planning to sell collateral may raise. */
export const SELLING_ERROR_CODES = [
  ...POSITION_ERROR_CODES,
  'ORACLE_FAILED',
  'LTV_TOO_HIGH',
  'INSUFFICIENT_LIQUIDITY',
] as const

/**
 * Read a position whose collateral is sold by rounds, and what they are made with: the LTV between them stays under the
 * one of liquidation, below which the position has to be already.
 *
 * @throws ToolError one of `SELLING_ERROR_CODES`
 */
export async function readSelling(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account'>,
  {
    market: id,
    slippageBps = DEFAULT_SLIPPAGE_BPS,
  }: { readonly market: Market['id']; readonly slippageBps?: number },
) {
  const market = await readMarket(ctx, id, ctx.account)
  const { collateral, holding, terms } = market
  assertToken(ctx, undefined, collateral)
  const price = requirePrice(market)
  const position = toPosition(market, holding)
  const maxLtvBps = Math.max(Number(terms.lltv / 10n ** 14n) - MARGIN_BPS, 1)
  assertLtv(market, position, maxLtvBps)
  const selling: RoundTerms = { price, slippageBps, maxLtvBps }
  return { market, collateral, position, selling }
}

/** Take collateral out. */
export const takeCollateral = (
  ctx: Pick<ToolContext, 'book' | 'account'>,
  { terms }: Market,
  amount: bigint,
): Call => buildAct(ctx, 'withdrawCollateral', [terms, amount, ctx.account, ctx.account])
