import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, poolNotFound, poolOf, resolvePair } from './pool.ts'
import { FEE_TIERS } from './pool-address.ts'

/** Read the protocol fee of the V3 pools of a pair, and what of it was not collected. */
export const TOOL_DEF = defineReadTool({
  name: 'fees_get_protocol_fees',
  description: 'Read the protocol fee of the Uniswap V3 pools of a pair, and what of it was not collected.',
  category: 'fees',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'fees_get_protocol_fees tells for each Uniswap V3 pool of a pair which part of the swap fees the protocol keeps, and how much of that waits in the pool.',
  promptGuidelines: ['The share is per token: one in so many of the fees, 0 when the protocol keeps none.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenA: PAIR_PARAMETERS.tokenA,
      tokenB: PAIR_PARAMETERS.tokenB,
      feeTier: Type.Optional(PAIR_PARAMETERS.feeTier),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token0: AddressSchema,
    token1: AddressSchema,
    pools: Type.Array(
      Type.Object({
        pool: AddressSchema,
        feeTier: Type.Integer(),
        /** The protocol keeps one in so many of the fees paid in the token; 0 is none. */
        shareOneIn0: Type.Integer(),
        shareOneIn1: Type.Integer(),
        uncollected0BaseUnits: BaseUnitsSchema,
        uncollected1BaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['SAME_TOKEN', 'UNKNOWN_TOKEN', 'POOL_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ tokenA, tokenB, feeTier }, ctx) {
    const [a, b] = await resolvePair(ctx, tokenA, tokenB)
    const tiers = feeTier === undefined ? FEE_TIERS : [feeTier]
    const pools = tiers.map((tier) => poolOf(ctx, a, b, tier))
    ctx.step('read')
    const results = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      contracts: pools.flatMap(
        ({ address }) =>
          [
            { address, abi: poolAbi, functionName: 'slot0' },
            { address, abi: poolAbi, functionName: 'protocolFees' },
          ] as const,
      ),
    })
    const found = pools.flatMap((pool, index) => {
      const slot0 = results[2 * index]?.result as readonly unknown[] | undefined
      const waiting = results[2 * index + 1]?.result as readonly [bigint, bigint] | undefined
      if (slot0 === undefined || waiting === undefined) return []
      const share = slot0[5] as number
      return [
        {
          pool: pool.address,
          feeTier: pool.feeTier,
          shareOneIn0: share % 16,
          shareOneIn1: share >> 4,
          uncollected0BaseUnits: waiting[0].toString(),
          uncollected1BaseUnits: waiting[1].toString(),
        },
      ]
    })
    const [first] = pools
    if (found.length === 0 || first === undefined) throw poolNotFound(a, b, tiers.join('/'))
    return { token0: first.token0.address, token1: first.token1.address, pools: found }
  },
})
