import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { thenPrices } from '../../kit/likely-reads.ts'
import { renderInversePoolPrice, renderPoolPrice } from '../../kit/pool-price.ts'
import { judgePrices, listFeeds, NO_STATE, renderMicroUsd, valueMicroUsd } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, readPoolState, resolvePool } from './pool.ts'

/** Read a V3 pool's price, tick, liquidity, fee tier, token amounts and TVL. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_info',
  aliases: ['pool'],
  description: "Read a Uniswap V3 pool's price, tick, liquidity, fee tier, token amounts and TVL.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_pool_info reads one Uniswap V3 pool, by address or by pair and fee tier: price both ways, tick, liquidity in range, token balances and value.',
  promptGuidelines: ['Balances include liquidity that is out of range and uncollected fees.'],
  supportedChains: chainsOf(BASE),
  leadsTo: [
    thenPrices(0.85, ({ tokenA, tokenB }, { symbol0, symbol1 }) =>
      tokenA === undefined ? [symbol0, symbol1] : [tokenA, tokenB],
    ),
  ],
  input: Type.Object(POOL_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    ...POOL_OUTPUT,
    sqrtPriceX96: BaseUnitsSchema,
    tick: Type.Integer(),
    tickSpacing: Type.Integer(),
    liquidity: BaseUnitsSchema,
    /** Whole token1 for one whole token0. */
    price0In1: Type.String(),
    price1In0: Type.String(),
    balance0BaseUnits: BaseUnitsSchema,
    balance1BaseUnits: BaseUnitsSchema,
    /** Null when a token has no usable price feed. */
    tvlUsd: Type.Union([Type.String(), Type.Null()]),
    /** Whether a price of these is older than its feed's heartbeat allows. */
    isPriceStale: Type.Boolean(),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async read(params, ctx) {
    const pool = await resolvePool(ctx, params)
    const tokens = [pool.token0, pool.token1] as const
    ctx.step('read')
    const [state, holdings] = await Promise.all([
      readPoolState(ctx, pool),
      ctx.chain.readState({
        ...NO_STATE,
        balances: tokens.map(({ address }) => ({ token: address, account: pool.address })),
        feeds: listFeeds(tokens),
      }),
    ])
    const [balance0, balance1] = holdings.balances
    if (balance0 === undefined || balance1 === undefined) {
      const { symbol, address } = balance0 === undefined ? pool.token0 : pool.token1
      const subject = `the pool's balance of ${symbol || address}`
      throw new ToolError('CHAIN_READ_FAILED', { subject, reason: 'the token does not answer' })
    }
    const [price0, price1] = judgePrices(tokens, holdings)
    const valueUsd =
      price0?.price && price1?.price
        ? valueMicroUsd(balance0, pool.token0.decimals, price0.price) +
          valueMicroUsd(balance1, pool.token1.decimals, price1.price)
        : undefined
    return {
      ...describePool(pool),
      sqrtPriceX96: state.sqrtPriceX96.toString(),
      tick: state.tick,
      tickSpacing: state.tickSpacing,
      liquidity: state.liquidity.toString(),
      price0In1: renderPoolPrice(state.sqrtPriceX96, ...tokens),
      price1In0: renderInversePoolPrice(state.sqrtPriceX96, ...tokens),
      balance0BaseUnits: balance0.toString(),
      balance1BaseUnits: balance1.toString(),
      tvlUsd: valueUsd === undefined ? null : renderMicroUsd(valueUsd),
      isPriceStale: [price0, price1].some((verdict) => verdict?.price?.isStale),
    }
  },
})
