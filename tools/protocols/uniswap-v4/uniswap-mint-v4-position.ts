import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { RANGE_PARAMETERS, resolveRange } from '../../kit/tick-range.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { buildMint, fitDeposit, PositionChangeSchema, planParts, settlePosition } from './liquidity.ts'
import { readPermit2 } from './payment.ts'
import { KEY_PARAMETERS, namePool, POOL_ERROR_CODES, poolOf, readPoolState } from './pool.ts'
import { tooLittle } from './too-little.ts'

/** Open a V4 position. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_mint_v4_position',
  description:
    'Open a position in a Uniswap V4 pool, the native coin included, with maximums of both tokens.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_mint_v4_position opens a position in a price range of a Uniswap V4 pool for at most the given amounts of both tokens; ETH is the native coin, and no allowance is left.',
  promptGuidelines: [
    'Try it with uniswap_simulate_v4_add_liquidity first; of a budget as much as slippageBps stays unused.',
    'Give both ticks, or rangeTicks for a range around the current price.',
    'A pool with a hook has to be on the list of the owner; look at it with hook_evaluate and hook_test_exit_safety.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenA: TokenSchema,
      tokenB: TokenSchema,
      ...KEY_PARAMETERS,
      amountABaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenA to use, base units' }),
      amountBBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenB to use, base units' }),
      ...RANGE_PARAMETERS,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...POOL_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const [a, b] = await resolvePair(ctx, params.tokenA, params.tokenB)
    const pool = poolOf(a, b, params)
    ctx.step('pool')
    const [state, permit2] = await Promise.all([readPoolState(ctx, pool), readPermit2(ctx)])
    const range = resolveRange(params, { tick: state.tick, tickSpacing: pool.key.tickSpacing })
    const amounts = [BigInt(params.amountABaseUnits), BigInt(params.amountBBaseUnits)] as const
    const [amount0, amount1] = pool.token0.address === a.address ? amounts : [amounts[1], amounts[0]]
    const deposit = fitDeposit(state.sqrtPriceX96, range, { amount0, amount1 }, slippageBps)
    if (deposit === undefined) throw tooLittle(namePool(pool))
    return planParts(ctx, pool, [buildMint(ctx, range, { pool, permit2, deposit })], {
      positions: [{ id: 'new', liquidity: deposit.liquidity }],
      toleranceBps: slippageBps,
    })
  },
  settle: settlePosition,
})
