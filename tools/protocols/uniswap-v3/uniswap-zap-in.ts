import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { enterRange, readCurve } from './entry.ts'
import {
  buildDeposit,
  buildMint,
  PositionChangeSchema,
  planParts,
  settlePosition,
  tokensOf,
} from './liquidity.ts'
import { PAIR_PARAMETERS, poolOf, readPoolState, resolvePair } from './pool.ts'
import { BUDGET_ERROR_CODES, RANGE_PARAMETERS, resolveRange } from './range.ts'

/** Enter a V3 position from one token. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_zap_in',
  description: 'Enter a Uniswap V3 position from one token of its pool.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool', 'ticks'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_zap_in swaps just so much of one token in a Uniswap V3 pool that the rest and what it brings open a position in a price range of that pool, in one transaction.',
  promptGuidelines: [
    'With both tokens at hand use uniswap_add_liquidity: it pays no swap fee.',
    'Give both ticks, or rangeTicks for a range around the current price.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      otherToken: TokenSchema,
      feeTier: PAIR_PARAMETERS.feeTier,
      amountInBaseUnits: BaseUnitsSchema,
      ...RANGE_PARAMETERS,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...BUDGET_ERROR_CODES, 'ZERO_AMOUNT'],
  async plan({ feeTier, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, other] = await resolvePair(ctx, params.tokenIn, params.otherToken)
    const pool = poolOf(ctx, tokenIn, other, feeTier)
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    const range = resolveRange(params, state)
    ctx.step('ticks')
    const curve = await readCurve(ctx, pool, state)
    const holdings =
      pool.token0 === tokenIn ? { amount0: amountIn, amount1: 0n } : { amount0: 0n, amount1: amountIn }
    const { swap, offered, taken } = enterRange(ctx, { pool, curve, range, holdings, slippageBps })
    const tokens = tokensOf(pool)
    const call = buildMint(ctx, { pool, range, offered, taken, slippageBps })
    return planParts(ctx, tokens, [swap, buildDeposit(ctx, { tokens, offered, taken, calls: [call] })], {
      positions: [{ id: 'new', liquidity: taken.liquidity }],
      toleranceBps: slippageBps,
    })
  },
  settle: settlePosition,
})
