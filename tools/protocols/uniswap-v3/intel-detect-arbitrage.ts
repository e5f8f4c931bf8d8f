import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { findBestRound } from './analysis/arbitrage.ts'
import { toBps } from './analysis/fixed-point.ts'
import { BASE } from './base.ts'
import { gasCostIn1 } from './gas-cost.ts'
import { PAIR_PARAMETERS, poolNotFound, poolOf, readPoolStates, resolvePair } from './pool.ts'
import { FEE_TIERS } from './pool-address.ts'
import { readTicksOf } from './ticks.ts'

/** Gas of two swaps and what goes around them. */
const ROUND_GAS = 300_000n
const WORDS_EACH_SIDE = 2

/** Find gaps between the V3 pools of a pair and what is left of them after fees and gas. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_detect_arbitrage',
  description: 'Find gaps between the Uniswap V3 pools of a pair and their profit after fees and gas.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pools', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_detect_arbitrage compares the Uniswap V3 pools of a pair and finds the round trip through two of them that brings the most, after fees and gas.',
  promptGuidelines: ['Others see the same gap: what is profitable here may be gone in the next block.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokenA: PAIR_PARAMETERS.tokenA, tokenB: PAIR_PARAMETERS.tokenB },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token0: AddressSchema,
    token1: AddressSchema,
    /** Null when neither token is the wrapped native coin. */
    gasCostIn1BaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    pools: Type.Array(
      Type.Object({
        pool: AddressSchema,
        feeTier: Type.Integer(),
        price0In1: Type.String(),
        liquidity: BaseUnitsSchema,
      }),
    ),
    /** Those that bring something before gas, the best first. */
    rounds: Type.Array(
      Type.Object({
        /** Where token0 is bought, and where it is sold. */
        buyFeeTier: Type.Integer(),
        sellFeeTier: Type.Integer(),
        gapBps: Type.Integer(),
        amountIn1BaseUnits: BaseUnitsSchema,
        bought0BaseUnits: BaseUnitsSchema,
        amountOut1BaseUnits: BaseUnitsSchema,
        /** After both fees. */
        profitIn1BaseUnits: SignedBaseUnitsSchema,
        profitAfterGasIn1BaseUnits: Type.Union([SignedBaseUnitsSchema, Type.Null()]),
      }),
    ),
  }),
  errorCodes: ['SAME_TOKEN', 'UNKNOWN_TOKEN', 'POOL_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ tokenA, tokenB }, ctx) {
    const [a, b] = await resolvePair(ctx, tokenA, tokenB)
    const all = FEE_TIERS.map((feeTier) => poolOf(ctx, a, b, feeTier))
    ctx.step('pools')
    const [states, gasPriceWei] = await Promise.all([readPoolStates(ctx, all), ctx.chain.getGasPrice()])
    const found = all.flatMap((pool, index) => {
      const state = states[index]
      return state === undefined || state.liquidity === 0n ? [] : [{ pool, state }]
    })
    const [first] = found
    if (first === undefined) throw poolNotFound(a, b, FEE_TIERS.join('/'))
    ctx.step('ticks')
    const around = await readTicksOf(ctx, found, WORDS_EACH_SIDE)
    const curves = found.flatMap(({ pool, state }, index) => {
      const ticks = around[index]
      return ticks === undefined ? [] : [{ ...state, ...ticks, feeTier: pool.feeTier }]
    })
    const gasCost = gasCostIn1(ctx, { ...first, gas: ROUND_GAS, gasPriceWei })
    const rounds = curves.flatMap((cheap) =>
      curves.flatMap((dear) => {
        if (cheap.sqrtPriceX96 >= dear.sqrtPriceX96) return []
        const round = findBestRound(cheap, dear)
        return round.profit1 > 0n ? [{ cheap, dear, round }] : []
      }),
    )
    const { token0, token1 } = first.pool
    return {
      token0: token0.address,
      token1: token1.address,
      gasCostIn1BaseUnits: gasCost?.toString() ?? null,
      pools: found.map(({ pool, state }) => ({
        pool: pool.address,
        feeTier: pool.feeTier,
        price0In1: renderPoolPrice(state.sqrtPriceX96, token0, token1),
        liquidity: state.liquidity.toString(),
      })),
      rounds: rounds
        .sort((x, y) => (y.round.profit1 > x.round.profit1 ? 1 : -1))
        .map(({ cheap, dear, round }) => ({
          buyFeeTier: cheap.feeTier,
          sellFeeTier: dear.feeTier,
          gapBps: toBps(dear.sqrtPriceX96 ** 2n - cheap.sqrtPriceX96 ** 2n, cheap.sqrtPriceX96 ** 2n),
          amountIn1BaseUnits: round.amountIn1.toString(),
          bought0BaseUnits: round.amount0.toString(),
          amountOut1BaseUnits: round.amountOut1.toString(),
          profitIn1BaseUnits: round.profit1.toString(),
          profitAfterGasIn1BaseUnits: gasCost === undefined ? null : (round.profit1 - gasCost).toString(),
        })),
    }
  },
})
