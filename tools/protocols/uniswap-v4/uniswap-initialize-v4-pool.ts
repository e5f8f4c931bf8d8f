import { zeroAddress } from 'viem'
import { chainsOf, isContractOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { PRICE_PATTERN, parsePrice } from '../../kit/pool-price.ts'
import { poolManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { DYNAMIC_FEE, KEY_PARAMETERS, namePool, poolOf, readPoolStates } from './pool.ts'

/** The highest fee of a pool, all of what is traded (v4-core `LPFeeLibrary.MAX_LP_FEE`). */
const MOST_FEE = 1_000_000

/** Open a V4 pool at a price (v4-core `PoolManager.initialize`). */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_initialize_v4_pool',
  description: 'Open a Uniswap V4 pool of two tokens and a fee, at a given price and without liquidity.',
  category: 'lp',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_initialize_v4_pool opens a Uniswap V4 pool of two tokens, ETH among them, and a fee, and sets its first price; it adds no liquidity.',
  promptGuidelines: [
    'price is whole tokenB for one whole tokenA: a price off the market is given away to whoever trades first.',
    'Adding liquidity to it needs the owner to approve the pool as a place first.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenA: TokenSchema,
      tokenB: TokenSchema,
      ...KEY_PARAMETERS,
      price: Type.String({
        pattern: PRICE_PATTERN,
        description: 'first price: whole tokenB for one whole tokenA, as a decimal string',
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Null when no pool was opened, as what follows. */
    poolId: Type.Union([HashSchema, Type.Null()]),
    /** Square root of the price in Q64.96, currency1 for currency0 in base units. */
    sqrtPriceX96: Type.Union([Type.String(), Type.Null()]),
    tick: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: ['SAME_TOKEN', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'POOL_INITIALIZED', 'INVALID_PARAMS'],
  async plan({ tokenA, tokenB, price, ...terms }, ctx) {
    const { poolManager } = BASE.on(ctx.book)
    const [base, quote] = await resolvePair(ctx, tokenA, tokenB)
    const pool = poolOf(base, quote, terms)
    const isFee = terms.feeTier <= MOST_FEE
    const isSetByHook = terms.feeTier === DYNAMIC_FEE && !isAddressEqual(pool.key.hooks, zeroAddress)
    if (!isFee && !isSetByHook) {
      const problem = `is ${terms.feeTier}, expected at most ${MOST_FEE}, or ${DYNAMIC_FEE} with a hook that sets it`
      throw new ToolError('INVALID_PARAMS', { path: '/feeTier', problem })
    }
    const sqrtPriceX96 = parsePrice(price, {
      base,
      quote,
      baseIsToken0: pool.token0 === base,
      path: '/price',
    })
    ctx.step('read')
    const [state] = await readPoolStates(ctx, [pool])
    if (state !== undefined) throw BASE.error('POOL_INITIALIZED', { pool: namePool(pool) })
    ctx.step('build')
    const data = encodeFunctionData({
      abi: poolManagerAbi,
      functionName: 'initialize',
      args: [pool.key, sqrtPriceX96],
    })
    return planTransaction([{ to: poolManager, valueWei: 0n, data }], {})
  },
  settle({ receipt }) {
    // A hook is called before the pool manager logs, and may log the same of its own.
    const logs = receipt.logs.filter(({ address }) => isContractOf(BASE, 'poolManager', address))
    const [opened] = parseEventLogs({ abi: poolManagerAbi, eventName: 'Initialize', logs })
    return {
      data: {
        poolId: opened?.args.id ?? null,
        sqrtPriceX96: opened?.args.sqrtPriceX96.toString() ?? null,
        tick: opened?.args.tick ?? null,
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
