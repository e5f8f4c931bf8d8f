import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { ZAP_IN } from '../../kit/kinds/zap-in.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, maximumAfterSlippage, minimumAfterSlippage } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { buildDeposit, expectDeposit, LiquidityChangeSchema, settleLiquidity } from './liquidity.ts'
import { liquidityOf, supplyWithFee, zapWithin } from './maths.ts'
import { inOrderOf, pairOf, readPair, resolveTokens } from './pair.ts'
import { buildPurchase, quoteFailed, SWAP_ERROR_CODES } from './swap.ts'

/**
 * Enter a V2 pair from one of its tokens. The other one is bought as an exact amount, all of which goes in: what the price
 * does meanwhile then shows in the one token alone, within the slippage, and what is not needed of that is left.
 */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_zap_in_v2',
  description: 'Enter a Uniswap V2 pair from one of its tokens: swap a part in the pair and add both.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pair'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_zap_in_v2 swaps just so much of one token in a Uniswap V2 pair that what it buys goes in as liquidity with the rest, in one transaction; it leaves no allowance.',
  promptGuidelines: [
    'With both tokens at hand use uniswap_add_v2_liquidity: it pays no swap fee.',
    'Hold as much of the other token as is bought: what an action pays has to be held before it, though the swap brings it.',
    'About slippageBps of the amount is kept back for the price to move; what of it is not needed stays in the account.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(ZAP_IN.params, { additionalProperties: false }),
  output: LiquidityChangeSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, other] = await resolveTokens(ctx, params.tokenIn, params.otherToken)
    ctx.step('pair')
    const state = await readPair(ctx, pairOf(ctx, tokenIn, other))
    // Both prices may rise by the slippage, and still no more than the amount goes out.
    const most = (amount: bigint) => maximumAfterSlippage(amount, slippageBps)
    const zap = zapWithin(amountIn, inOrderOf(state, tokenIn, state.reserves), most)
    const { bought, cost, beside } = zap
    const reserves = inOrderOf(state, tokenIn, zap.reserves)
    const amounts = inOrderOf(state, tokenIn, [beside, bought])
    const liquidity = liquidityOf(amounts, reserves, supplyWithFee(reserves, state.supply))
    if (liquidity === 0n || amounts.includes(0n)) {
      throw quoteFailed(tokenIn, other, 'the amount is too small to go in on both sides')
    }
    const path = [tokenIn.address, other.address]
    const calls = [
      buildApproval(tokenIn.address, BASE.on(ctx.book).router, most(cost)),
      buildPurchase(ctx, { path, amountOut: bought, most: most(cost) }),
      // The deposit approves it again, which tokens of the USDT kind take from zero alone.
      buildApproval(tokenIn.address, BASE.on(ctx.book).router, 0n),
      // The other token comes first: all that is bought of it goes in, so that none of it stays and none of the account's goes.
      ...buildDeposit(ctx, [
        { token: other.address, most: bought, least: bought },
        { token: tokenIn.address, most: most(beside), least: minimumAfterSlippage(beside, slippageBps) },
      ]),
    ]
    const paid = [{ token: tokenIn.address, amount: cost + beside }]
    return planTransaction(calls, expectDeposit(ctx, state, { paid, liquidity, slippageBps }))
  },
  settle: settleLiquidity,
})
