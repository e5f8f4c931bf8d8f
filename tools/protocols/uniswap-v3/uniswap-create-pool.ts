import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { PRICE_PATTERN, parsePrice } from '../../kit/pool-price.ts'
import { factoryAbi, poolAbi, positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, poolOf, resolvePair } from './pool.ts'

/** What a pool is created with. */
export const NEW_POOL_PARAMETERS = {
  ...PAIR_PARAMETERS,
  price: Type.String({
    pattern: PRICE_PATTERN,
    description: 'first price: whole tokenB for one whole tokenA, as a decimal string',
  }),
}

/** Create a V3 pool and set the price at which it begins (v3-periphery `PoolInitializer.sol`). */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_create_pool',
  description:
    'Create a Uniswap V3 pool of two tokens and a fee tier, at a given price and without liquidity.',
  category: 'lp',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "uniswap_create_pool has the operator's own account create a Uniswap V3 pool of two tokens and a fee tier at a first price, for some 4,600,000 gas; it adds no liquidity.",
  promptGuidelines: [
    'price is whole tokenB for one whole tokenA: a price off the market is given away to whoever trades first.',
    'Liquidity can be added to it only where the owner approved the pool as a place.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(NEW_POOL_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    /** Null when no pool was opened, as what follows. */
    pool: Type.Union([AddressSchema, Type.Null()]),
    /** Square root of the price in Q64.96, token1 for token0 in base units. */
    sqrtPriceX96: Type.Union([Type.String(), Type.Null()]),
    tick: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: [
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'POOL_EXISTS',
    'FEE_TIER_NOT_ENABLED',
    'INVALID_PARAMS',
  ],
  async plan({ tokenA, tokenB, feeTier, price }, ctx) {
    const { factory, positionManager } = BASE.on(ctx.book)
    const [base, quote] = await resolvePair(ctx, tokenA, tokenB)
    const pool = poolOf(ctx, base, quote, feeTier)
    const sqrtPriceX96 = parsePrice(price, {
      base,
      quote,
      baseIsToken0: pool.token0 === base,
      path: '/price',
    })
    ctx.step('read')
    const [slot0, spacing] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      contracts: [
        { address: pool.address, abi: poolAbi, functionName: 'slot0' },
        { address: factory, abi: factoryAbi, functionName: 'feeAmountTickSpacing', args: [feeTier] },
      ],
    })
    if ((slot0.result?.[0] ?? 0n) !== 0n) throw BASE.error('POOL_EXISTS', { pool: pool.address })
    if ((spacing.result ?? 0) === 0) throw BASE.error('FEE_TIER_NOT_ENABLED', { feeTier })
    ctx.step('build')
    const data = encodeFunctionData({
      abi: positionManagerAbi,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [pool.token0.address, pool.token1.address, feeTier, sqrtPriceX96],
    })
    return planOperatorTransaction({ to: positionManager, data })
  },
  settle({ receipt }) {
    const [opened] = parseEventLogs({ abi: poolAbi, eventName: 'Initialize', logs: receipt.logs })
    return {
      data: {
        pool: opened?.address ?? null,
        sqrtPriceX96: opened?.args.sqrtPriceX96.toString() ?? null,
        tick: opened?.args.tick ?? null,
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
