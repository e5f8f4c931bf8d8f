import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { judgeFills } from './analysis/execution.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, poolNotFound, poolOf, resolvePair } from './pool.ts'
import { FEE_TIERS } from './pool-address.ts'
import { readPoolHistories, secondsOf } from './swap-history.ts'

/** Compare the V3 pools of a pair by how past swaps were filled, by size. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compare_venues',
  description:
    'Compare the Uniswap V3 pools of a pair by realised execution: spread, impact, reversion by size.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compare_venues tells how past swaps of a pair were filled in each Uniswap V3 pool: spread paid, price moved, what liquidity kept of it later, by size of the swap.',
  promptGuidelines: [
    'Spreads are halves, in basis points of the value at the price before the swap; fees are part of them.',
    'A class without a swap says nothing about the pool.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenA: PAIR_PARAMETERS.tokenA,
      tokenB: PAIR_PARAMETERS.tokenB,
      sizesIn1BaseUnits: Type.Optional(
        Type.Array(BaseUnitsSchema, {
          maxItems: 5,
          description:
            'sizes at which a larger class of swaps begins, rising, in token1; one class by default',
        }),
      ),
      horizonSeconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 86_400, description: 'of the realised spread, 300 by default' }),
      ),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token0: AddressSchema,
    token1: AddressSchema,
    ...WINDOW_OUTPUT,
    windowSeconds: Type.Integer(),
    venues: Type.Array(
      Type.Object({
        pool: AddressSchema,
        feeTier: Type.Integer(),
        classes: Type.Array(
          Type.Object({
            fromIn1BaseUnits: BaseUnitsSchema,
            swapCount: Type.Integer(),
            volumeIn1BaseUnits: BaseUnitsSchema,
            effectiveSpreadBps: Type.Integer(),
            impactBps: Type.Integer(),
            realizedSpreadBps: Type.Integer(),
          }),
        ),
      }),
    ),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
    'NOT_FOUND',
    'CHAIN_READ_FAILED',
  ],
  async read({ tokenA, tokenB, sizesIn1BaseUnits = [], horizonSeconds = 300, ...params }, ctx) {
    const [a, b] = await resolvePair(ctx, tokenA, tokenB)
    const bounds = [0n, ...sizesIn1BaseUnits.map(BigInt)]
    if (bounds.some((bound, index) => index > 0 && bound <= (bounds[index - 1] ?? 0n))) {
      throw new ToolError('INVALID_PARAMS', { path: '/sizesIn1BaseUnits', problem: 'must rise' })
    }
    ctx.step('logs')
    const pools = FEE_TIERS.map((feeTier) => poolOf(ctx, a, b, feeTier))
    const histories = await readPoolHistories(ctx, pools, params)
    const [first] = histories
    if (first === undefined) throw poolNotFound(a, b, FEE_TIERS.join('/'))
    return {
      token0: first.pool.token0.address,
      token1: first.pool.token1.address,
      ...describeWindow(first.window),
      windowSeconds: secondsOf(first.window),
      venues: histories.map(({ pool, swaps, window }) => ({
        pool: pool.address,
        feeTier: pool.feeTier,
        classes: bounds.map((from, index) => {
          const next = bounds[index + 1]
          const isOfClass = (value1: bigint) => value1 >= from && (next === undefined || value1 < next)
          const fills = judgeFills(swaps, isOfClass, horizonSeconds, window.endSeconds)
          return {
            fromIn1BaseUnits: from.toString(),
            swapCount: fills.swapCount,
            volumeIn1BaseUnits: fills.volume1.toString(),
            effectiveSpreadBps: fills.effectiveSpreadBps,
            impactBps: fills.impactBps,
            realizedSpreadBps: fills.realizedSpreadBps,
          }
        }),
      })),
    }
  },
})
