import type { TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { BpsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { judgePrices, listFeeds, NO_STATE, requireFreshPrice } from '../../kit/usd-price.ts'
import { chooseApart } from './apart.ts'
import { BASE } from './base.ts'
import { planLegs } from './legs.ts'
import { ROUTE_ERROR_CODES } from './split-route.ts'
import { type Holding, matchTrades } from './weights.ts'

/** Most tokens that are weighed against each other. */
const MOST_TOKENS = 4

/** How far from its weight a token may be without a trade, unless told. */
const DEFAULT_BAND_BPS = 100

const BPS = 10_000

/** Trade tokens toward target weights, in one call of the router. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_rebalance_to_weights',
  description:
    'Trade tokens that the account holds toward target weights of their common value at the price feeds, in one call of the Universal Router.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['tokens', 'balances', 'routes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_rebalance_to_weights sells what is above its target weight among two to four tokens and buys what is below, by USD values at the price feeds, each trade for its quote less the slippage; all or nothing.',
  promptGuidelines: [
    'Weights add up to 10000 basis points of what the account holds of these very tokens; others are left alone.',
    'A token within bandBps of its weight is neither sold nor bought.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['multi-hop'],
  input: Type.Object(
    {
      targets: Type.Array(
        Type.Object({ token: TokenSchema, weightBps: BpsSchema }, { additionalProperties: false }),
        { minItems: 2, maxItems: MOST_TOKENS, description: 'tokens with their target weights' },
      ),
      bandBps: Type.Optional(
        Type.Integer({
          ...BpsSchema,
          description: `share of the whole by which a token may miss its weight, ${DEFAULT_BAND_BPS} by default`,
        }),
      ),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: [
    ...ROUTE_ERROR_CODES.filter((code) => code !== 'ZERO_AMOUNT'),
    'INVALID_PARAMS',
    'NO_PRICE',
    'CHAIN_READ_FAILED',
    'WEIGHTS_MET',
  ],
  async plan({ targets, bandBps = DEFAULT_BAND_BPS, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    const total = targets.reduce((sum, { weightBps }) => sum + weightBps, 0)
    if (total !== BPS) {
      const problem = `weights add up to ${total} basis points, expected ${BPS}`
      throw new ToolError('INVALID_PARAMS', { path: '/targets', problem })
    }
    ctx.step('tokens')
    const tokens = await Promise.all(targets.map(({ token }) => resolveErc20(ctx, token)))
    const twice = tokens.find(
      ({ address }, index) => tokens.findIndex((token) => token.address === address) < index,
    )
    if (twice !== undefined) throw new ToolError('SAME_TOKEN', { token: twice.symbol })
    ctx.step('balances')
    const holdings = await readHoldings(ctx, tokens)
    const weights = targets.map(({ weightBps }) => weightBps)
    const trades = matchTrades(holdings, weights, bandBps)
    if (trades.length === 0) throw BASE.error('WEIGHTS_MET', { band: bandBps })
    ctx.step('routes')
    const wanted = trades.map(({ sold, bought, amountIn }) => ({
      pair: [tokens[sold] as TokenInfo, tokens[bought] as TokenInfo] as const,
      amountIn,
    }))
    return planLegs(ctx, await chooseApart(ctx, wanted), slippageBps)
  },
  settle: settleTrade,
})

/** Read what the account holds of tokens and what they are worth, in one request. @throws ToolError NO_PRICE, CHAIN_READ_FAILED */
async function readHoldings(ctx: ToolContext, tokens: readonly TokenInfo[]): Promise<Holding[]> {
  const state = await ctx.chain.readState({
    ...NO_STATE,
    balances: tokens.map(({ address }) => ({ token: address, account: ctx.account })),
    feeds: listFeeds(tokens),
  })
  const verdicts = judgePrices(tokens, state)
  return tokens.map((token, index) => {
    const price = requireFreshPrice(token, verdicts[index])
    const balance = state.balances[index]
    if (balance === undefined) {
      const subject = `the balance of ${token.symbol}`
      throw new ToolError('CHAIN_READ_FAILED', { subject, reason: 'the token does not answer' })
    }
    return { balance, decimals: token.decimals, price }
  })
}
