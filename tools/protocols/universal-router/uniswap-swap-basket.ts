import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { chooseApart } from './apart.ts'
import { BASE } from './base.ts'
import { planLegs } from './legs.ts'
import { ROUTE_ERROR_CODES } from './split-route.ts'

/** Most tokens that are sold at once. */
const MOST_TOKENS = 4

/** Sell several tokens for one, in one call of the router. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_basket',
  description:
    'Sell exact amounts of several tokens for one, each along its best route of Uniswap V2, V3 or V4, in one call of the Universal Router.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'routes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_basket sells exact amounts of two to four tokens for one token at once, each for its quote less the slippage; all or nothing.',
  promptGuidelines: [
    'No two tokens go through the same pool, since beside each other neither would be paid what it was quoted: name the one first that matters most.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['multi-hop'],
  input: Type.Object(
    {
      sold: Type.Array(
        Type.Object(
          { token: TokenSchema, amountInBaseUnits: BaseUnitsSchema },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: MOST_TOKENS, description: 'tokens to sell, with how much of each' },
      ),
      tokenOut: TokenSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: ROUTE_ERROR_CODES,
  async plan({ sold, tokenOut, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    const amounts = sold.map(({ amountInBaseUnits }, index) =>
      readAmount(amountInBaseUnits, `sold/${index}/amountInBaseUnits`),
    )
    ctx.step('tokens')
    const bought = await resolveErc20(ctx, tokenOut)
    const tokens = await Promise.all(sold.map(({ token }) => resolveErc20(ctx, token)))
    const all = [bought, ...tokens]
    const twice = all.find(
      ({ address }, index) => all.findIndex((token) => token.address === address) < index,
    )
    if (twice !== undefined) throw new ToolError('SAME_TOKEN', { token: twice.symbol })
    ctx.step('routes')
    const trades = tokens.map((token, index) => ({
      pair: [token, bought] as const,
      amountIn: amounts[index] as bigint,
    }))
    return planLegs(ctx, await chooseApart(ctx, trades), slippageBps)
  },
  settle: settleTrade,
})
