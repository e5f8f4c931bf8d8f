import { zeroAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { PermissionSchema, permissionsOf } from './hook.ts'
import { describePool, POOL_ERROR_CODES, POOL_OUTPUT } from './pool.ts'
import { listPools } from './pools-of-pair.ts'
import { quotePools } from './quote.ts'

/** Most pools that are compared; the newest count. */
const MOST_POOLS = 20

/** Compare hooked and plain V4 pools of a pair by output, fee and depth. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_compare_pools',
  description:
    'Compare the hooked and plain Uniswap V4 pools of a pair by what they pay, their fee and their depth.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_compare_pools quotes an exact input in every Uniswap V4 pool of a pair that was initialised in a range of blocks, hooked or not, and ranks them by what they pay.',
  promptGuidelines: ['Pools that cannot trade the amount come last, without an amount.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokenIn: TokenSchema, tokenOut: TokenSchema, amountInBaseUnits: BaseUnitsSchema, ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    pools: Type.Array(
      Type.Object({
        ...POOL_OUTPUT,
        hasHook: Type.Boolean(),
        permissions: Type.Array(PermissionSchema),
        amountOutBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
        lpFeeMillionths: Type.Integer(),
        priceImpactBps: Type.Union([Type.Integer(), Type.Null()]),
        liquidity: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: [...POOL_ERROR_CODES, 'ZERO_AMOUNT'],
  async read({ tokenIn: from, tokenOut: to, amountInBaseUnits, ...range }, ctx) {
    const amountBaseUnits = readAmount(amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn] = await resolvePair(ctx, from, to)
    ctx.step('logs')
    const window = await readWindow(ctx, range)
    const found = await listPools(ctx, [from, to], window)
    const compared = found.slice(-MOST_POOLS)
    ctx.step('quote')
    const quotes =
      compared.length === 0
        ? []
        : await quotePools(ctx, tokenIn, compared, { exact: 'input', amountBaseUnits })
    const ranked = compared
      .flatMap((pool, index) => {
        const quoted = quotes[index]
        return quoted === undefined ? [] : [{ pool, ...quoted }]
      })
      .toSorted((a, b) => ((b.quote?.amountOut ?? 0n) > (a.quote?.amountOut ?? 0n) ? 1 : -1))
    return {
      ...describeWindow(window),
      totalFound: found.length,
      pools: ranked.map(({ pool, state, quote }) => ({
        ...describePool(pool),
        hasHook: pool.key.hooks !== zeroAddress,
        permissions: [...permissionsOf(pool.key.hooks)],
        amountOutBaseUnits: quote?.amountOut.toString() ?? null,
        lpFeeMillionths: state.lpFee,
        priceImpactBps: quote?.priceImpactBps ?? null,
        liquidity: state.liquidity.toString(),
      })),
    }
  },
})
