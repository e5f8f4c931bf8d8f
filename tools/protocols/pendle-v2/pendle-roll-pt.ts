import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { minimumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import { ACT_ERROR_CODES, approximate, assertHeld, buildAct, NO_ORDERS, planActs, readHeld } from './acts.ts'
import { CHAINS } from './chains.ts'
import { type Market, readMarkets } from './market.ts'
import { readQuote, SY_TRADES } from './quote.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'

/** What is left over as SY; the sale is quoted at the block before. */
const ROLL_SLIPPAGE_BPS = 5

/** Roll PT into another maturity. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_roll_pt',
  description: 'Roll PT of a Pendle market into PT of another one of the same SY.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['markets', 'quotes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_roll_pt sells an exact amount of principal tokens of one Pendle market for its SY and buys those of another market of that SY with it, in one transaction.',
  promptGuidelines: ['What the sale brings above its bound stays as SY.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      from: AddressSchema,
      to: AddressSchema,
      amountBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  async plan({ slippageBps = ROLL_SLIPPAGE_BPS, ...params }, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    if (isAddressEqual(params.from, params.to)) {
      throw new ToolError('INVALID_PARAMS', { path: '/to', problem: 'is the market that it comes from' })
    }
    ctx.step('markets')
    const [from, to] = (await readMarkets(ctx, [params.from, params.to])) as [Market, Market]
    if (!isAddressEqual(from.sy, to.sy)) {
      throw new ToolError('INVALID_PARAMS', { path: '/to', problem: 'trades another SY' })
    }
    ctx.step('quotes')
    const [held = 0n] = await readHeld(ctx, [from.principal])
    assertHeld(from.principal, held, amount)
    const sold = await readQuote(ctx, from, SY_TRADES.sell, amount)
    const paid = minimumAfterSlippage(sold.out, slippageBps)
    const bought = await readQuote(ctx, to, SY_TRADES.buy, paid)
    const least = minimumAfterSlippage(bought.out, slippageBps)
    return planActs(ctx, from, [
      {
        call: buildAct(ctx, 'swapExactPtForSy', [ctx.account, from.address, amount, paid, NO_ORDERS]),
        takes: [[from.principal, amount]],
        gives: [[from.sy, sold.out]],
      },
      {
        call: buildAct(ctx, 'swapExactSyForPt', [
          ctx.account,
          to.address,
          paid,
          least,
          approximate(bought.guess),
          NO_ORDERS,
        ]),
        takes: [[to.sy, paid]],
        gives: [[to.principal, bought.out]],
      },
    ])
  },
  settle: settleAct,
})
