import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { LiquidityChangeSchema, planDeposit, settleLiquidity } from './liquidity.ts'
import { fitToReserves, liquidityOf } from './maths.ts'
import { inOrderOf, pairOf, readPair, resolveTokens } from './pair.ts'

/** Add both tokens to a V2 pair. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_add_v2_liquidity',
  description: 'Add both tokens to a Uniswap V2 pair in the ratio of its reserves, with minimums of both.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pair'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_add_v2_liquidity adds at most the given amounts of both tokens to their Uniswap V2 pair, in the ratio of its reserves; it leaves no allowance.',
  promptGuidelines: [
    'A budget off the ratio is not used up; uniswap_get_v2_pair_info shows the ratio.',
    'Have both tokens first: what an action pays has to be held before it.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenA: TokenSchema,
      tokenB: TokenSchema,
      amountABaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenA to use, base units' }),
      amountBBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenB to use, base units' }),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: LiquidityChangeSchema,
  errorCodes: [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'PAIR_NOT_FOUND',
    'CHAIN_READ_FAILED',
    'INSUFFICIENT_LIQUIDITY',
  ],
  async plan(params, ctx) {
    const { slippageBps = DEFAULT_SLIPPAGE_BPS } = params
    const budget = [
      readAmount(params.amountABaseUnits, 'amountABaseUnits'),
      readAmount(params.amountBBaseUnits, 'amountBBaseUnits'),
    ] as const
    const [tokenA, tokenB] = await resolveTokens(ctx, params.tokenA, params.tokenB)
    ctx.step('pair')
    const state = await readPair(ctx, pairOf(ctx, tokenA, tokenB))
    const amounts = fitToReserves(inOrderOf(state, tokenA, budget), state.reserves)
    const liquidity = liquidityOf(amounts, state.reserves, state.supplyWithFee)
    if (liquidity === 0n || amounts.includes(0n)) {
      const subject = `${state.token0.symbol}/${state.token1.symbol}`
      throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: liquidity, expected: 1n })
    }
    return planDeposit(ctx, state, { amounts, liquidity, slippageBps })
  },
  settle: settleLiquidity,
})
