import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  buildDeposit,
  buildMint,
  fitBudget,
  PositionChangesSchema,
  planParts,
  settlePositions,
  tokensOf,
} from './liquidity.ts'
import { BUDGET_ERROR_CODES, BUDGET_PARAMETERS, resolveBudget, type TickRange } from './range.ts'

/** Most positions of a ladder: the account can have so many in all. */
const MOST_RUNGS = 8

/** Mint several V3 positions over adjacent ranges in one plan. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_mint_ladder',
  description: 'Mint several Uniswap V3 positions over adjacent price ranges in one transaction.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_mint_ladder cuts a price range of a Uniswap V3 pool into rungs of equal width and opens a position in each, all of one transaction: liquidity that can be ended in parts.',
  promptGuidelines: [
    'Each token is shared equally among the rungs that take it: below the price token1, above it token0.',
    'Each rung is a position of its own, with gas of its own to close.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...BUDGET_PARAMETERS,
      amountABaseUnits: BaseUnitsSchema,
      amountBBaseUnits: BaseUnitsSchema,
      rungs: Type.Integer({ minimum: 2, maximum: MOST_RUNGS, description: 'positions to open' }),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangesSchema,
  errorCodes: BUDGET_ERROR_CODES,
  async plan({ rungs, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    ctx.step('pool')
    const budget = await resolveBudget(ctx, params)
    const { pool, state } = budget
    const ranges = cutRange(budget.range, rungs, state.tickSpacing)
    const takers0 = ranges.filter(({ tickUpper }) => tickUpper > state.tick).length
    const takers1 = ranges.filter(({ tickLower }) => tickLower <= state.tick).length
    const share = (amount: bigint | undefined, takers: number) =>
      takers === 0 ? 0n : (amount ?? 0n) / BigInt(takers)
    const [amount0, amount1] = [share(budget.amount0, takers0), share(budget.amount1, takers1)]
    const fitted = ranges.map((range) => ({ range, ...fitBudget({ state, range, amount0, amount1 }) }))
    const total = (which: 'offered' | 'taken') => ({
      amount0: fitted.reduce((sum, rung) => sum + rung[which].amount0, 0n),
      amount1: fitted.reduce((sum, rung) => sum + rung[which].amount1, 0n),
    })
    const calls = fitted.map(({ range, offered, taken }) =>
      buildMint(ctx, { pool, range, offered, taken, slippageBps }),
    )
    const tokens = tokensOf(pool)
    return planParts(
      ctx,
      tokens,
      [buildDeposit(ctx, { tokens, offered: total('offered'), taken: total('taken'), calls })],
      {
        positions: fitted.map(({ taken }) => ({ id: 'new', liquidity: taken.liquidity })),
        toleranceBps: slippageBps,
      },
    )
  },
  settle: settlePositions,
})

/**
 * Cut a range into so many of nearly equal width.
 *
 * @throws ToolError INVALID_RANGE when it has fewer tick spacings than rungs
 */
function cutRange({ tickLower, tickUpper }: TickRange, rungs: number, tickSpacing: number): TickRange[] {
  const spacings = (tickUpper - tickLower) / tickSpacing
  if (spacings < rungs) {
    throw BASE.error('INVALID_RANGE', {
      lower: tickLower,
      upper: tickUpper,
      problem: `it has ${spacings} tick spacings for ${rungs} rungs`,
    })
  }
  const edge = (rung: number) => tickLower + Math.floor((spacings * rung) / rungs) * tickSpacing
  return Array.from({ length: rungs }, (_, rung) => ({ tickLower: edge(rung), tickUpper: edge(rung + 1) }))
}
