import { zeroAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import {
  BaseUnitsSchema,
  FeeTierSchema,
  SignedBaseUnitsSchema,
  TokenSchema,
  Type,
} from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import {
  DYNAMIC_FEE,
  describePool,
  KEY_PARAMETERS,
  namePool,
  notInitialized,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  poolOf,
} from './pool.ts'
import { quotePools } from './quote.ts'

const QuoteSchema = Type.Union([
  Type.Object({
    amountOutBaseUnits: BaseUnitsSchema,
    lpFeeMillionths: Type.Integer(),
    priceImpactBps: Type.Integer(),
    liquidity: BaseUnitsSchema,
  }),
  Type.Null(),
])

/** Compare a swap in a hooked V4 pool with the same swap in the same pool without hook. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_simulate_swap',
  description:
    'Compare a swap in a hooked Uniswap V4 pool with the same swap in the pool of the pair without hook.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "hook_simulate_swap quotes an exact input in a Uniswap V4 pool with a hook and in the pair's pool without one, and tells by how much the hooked pool pays more or less.",
  promptGuidelines: [
    'Null means that the pool cannot trade the amount, or is not there.',
    'Pools of different depth differ without any hook: compare price impacts as well.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      ...KEY_PARAMETERS,
      plainFeeTier: Type.Optional(
        Type.Integer({
          ...FeeTierSchema,
          description: 'fee of the pool without hook; the same one by default',
        }),
      ),
      amountInBaseUnits: BaseUnitsSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    hooked: QuoteSchema,
    plain: QuoteSchema,
    /** What the hooked pool pays beyond the plain one; null where either does not trade. */
    differenceBaseUnits: Type.Union([SignedBaseUnitsSchema, Type.Null()]),
    differenceBps: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: [...POOL_ERROR_CODES, 'ZERO_AMOUNT'],
  async read({ plainFeeTier, ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    const pool = poolOf(tokenIn, tokenOut, params)
    if (pool.key.hooks === zeroAddress) {
      throw new ToolError('INVALID_PARAMS', { path: '/hooks', problem: 'must name a hook' })
    }
    const feeTier = plainFeeTier ?? pool.key.fee
    if (feeTier === DYNAMIC_FEE) {
      const problem = 'must be given: without a hook no fee is dynamic'
      throw new ToolError('INVALID_PARAMS', { path: '/plainFeeTier', problem })
    }
    const spacing = plainFeeTier === undefined ? { tickSpacing: pool.key.tickSpacing } : {}
    const plainPool = poolOf(tokenIn, tokenOut, { feeTier, ...spacing })
    ctx.step('quote')
    const [hooked, plain] = await quotePools(ctx, tokenIn, [pool, plainPool], {
      exact: 'input',
      amountBaseUnits,
    })
    if (hooked === undefined) throw notInitialized(namePool(pool))
    const [ours, theirs] = [hooked.quote?.amountOut, plain?.quote?.amountOut]
    const difference = ours === undefined || theirs === undefined ? undefined : ours - theirs
    return {
      ...describePool(pool),
      hooked: describe(hooked),
      plain: describe(plain),
      differenceBaseUnits: difference?.toString() ?? null,
      differenceBps: difference === undefined ? null : Number((difference * 10_000n) / (theirs ?? 1n)),
    }
  },
})

const describe = (found: Awaited<ReturnType<typeof quotePools>>[number]) =>
  found?.quote === undefined
    ? null
    : {
        amountOutBaseUnits: found.quote.amountOut.toString(),
        lpFeeMillionths: found.state.lpFee,
        priceImpactBps: found.quote.priceImpactBps,
        liquidity: found.state.liquidity.toString(),
      }
