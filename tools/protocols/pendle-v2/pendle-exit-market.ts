import type { ToolContext } from '../../core/context.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, minimumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import { type Amount, assertHeld, buildAct, NO_ORDERS, plainOutput, planActs, readHeld } from './acts.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { MARKET_ERROR_CODES, type Market, readMarket, secondsLeft } from './market.ts'
import { readQuote, SY_TRADES } from './quote.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'

const WAD = 10n ** 18n

interface Held {
  readonly lp: bigint
  readonly pt: bigint
  readonly yt: bigint
}

/**
 * Work out what leaving pays in the asset (ActionMiscV3.sol): LP is burned for its part of PT and SY, what pairs is merged, and
 * the rest sold in the market that is left. That one is smaller by the part that was burned and else alike, so that it gives for an
 * amount that part of what the whole would for as much more (MarketMathCore.sol: rates follow proportions alone).
 */
async function readExit(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  market: Market,
  { lp, pt, yt }: Held,
): Promise<bigint> {
  const { totalLp, totalPt, totalSy, pyIndex, syRate } = market
  // Of a market that nobody joined there is no part.
  const partOf = (whole: bigint) => (lp === 0n ? 0n : (whole * lp) / totalLp)
  const principal = pt + partOf(totalPt)
  const burned = partOf(totalSy)
  const isMatured = secondsLeft(market) === 0n
  const merged = isMatured || principal < yt ? principal : yt
  const redeemed = (merged * WAD) / pyIndex
  const [restPt, restYt] = isMatured ? [0n, 0n] : [principal - merged, yt - merged]
  const rest = restPt + restYt
  const left = totalLp - lp
  if (rest > 0n && left === 0n) {
    const problem = 'no liquidity is left to sell it to'
    throw BASE.error('PENDLE_NO_TRADE', { market: market.address, act: 'exit', amount: rest, problem })
  }
  const trade = restPt > 0n ? SY_TRADES.sell : SY_TRADES.sellYield
  const sold =
    rest === 0n ? 0n : ((await readQuote(ctx, market, trade, (rest * totalLp) / left)).out * left) / totalLp
  return ((burned + redeemed + sold) * syRate) / WAD
}

/** Leave a market with everything. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_exit_market',
  description: 'Leave a Pendle market with all LP, PT and YT into its asset, in one call.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_exit_market gives all LP, PT and YT that the account has of a Pendle market back for its asset in one call: what pairs is merged, the rest is sold, or redeemed once it matured.',
  promptGuidelines: [
    'What is left over of PT or YT moves the price; interest and SY stay to be claimed and unwrapped.',
  ],
  supportedChains: CHAINS,
  input: Type.Object({ market: AddressSchema, slippageBps: SlippageSchema }, { additionalProperties: false }),
  output: ACT_OUTPUT,
  errorCodes: [...MARKET_ERROR_CODES, 'PENDLE_MATURED', 'PENDLE_NO_TRADE', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ market: named, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('market')
    const market = await readMarket(ctx, named)
    const isMatured = secondsLeft(market) === 0n
    const tokens = [market.address, market.principal, ...(isMatured ? [] : [market.yieldToken])]
    const held = await readHeld(ctx, tokens)
    const takes = tokens.flatMap((token, at): Amount[] => {
      const amount = held[at] ?? 0n
      return amount === 0n ? [] : [[token, amount]]
    })
    assertHeld(market.address, takes.length === 0 ? 0n : 1n, 1n)
    const [lp = 0n, pt = 0n, yt = 0n] = held
    const leave = (least: bigint) =>
      isMatured
        ? buildAct(ctx, 'exitPostExpToToken', [
            ctx.account,
            market.address,
            pt,
            lp,
            plainOutput(market, least),
          ])
        : buildAct(ctx, 'exitPreExpToToken', [
            ctx.account,
            market.address,
            pt,
            yt,
            lp,
            plainOutput(market, least),
            NO_ORDERS,
          ])
    ctx.step('quote')
    const out = await readExit(ctx, market, { lp, pt, yt })
    const call = leave(minimumAfterSlippage(out, slippageBps))
    return planActs(ctx, market, [{ call, takes, gives: [[market.asset, out]] }])
  },
  settle: settleAct,
})
