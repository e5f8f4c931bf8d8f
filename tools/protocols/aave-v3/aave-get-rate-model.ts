import { erc20Abi } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BpsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { rateStrategyAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeToken, RateSchema, TOKEN_OUTPUT } from './describe.ts'
import { describeRate, RAY } from './rates.ts'
import { RESERVE_ERROR_CODES, resolveReserve } from './reserve.ts'

const USUAL_BPS = [0, 2_500, 5_000, 7_500, 8_000, 9_000, 9_500, 10_000]

/** Any size does: the curve knows the share of debt alone. */
const SIZE = 10n ** 24n

/** Ask a reserve's own strategy what it would charge at given utilisations. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_rate_model',
  description: "Read a reserve's rate curve from its strategy, at given utilisations.",
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserve', 'curve'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_rate_model asks the interest strategy of an Aave V3 reserve what suppliers would earn and borrowers pay at given utilisations, and where its kink is.',
  promptGuidelines: ['Above the optimal utilisation rates rise steeply; a withdrawal moves there as well.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      token: TokenSchema,
      utilisationsBps: Type.Optional(Type.Array(BpsSchema, { minItems: 1, maxItems: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    strategy: AddressSchema,
    optimalUtilisationBps: Type.Integer(),
    points: Type.Array(
      Type.Object({ utilisationBps: Type.Integer(), supplyRate: RateSchema, borrowRate: RateSchema }),
    ),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read({ token, utilisationsBps = USUAL_BPS }, ctx) {
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, token)
    ctx.step('curve')
    const strategy = { address: reserve.rateStrategy, abi: rateStrategyAbi } as const
    const cash = await ctx.chain.readContract({
      address: reserve.token.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [reserve.aToken],
    })
    const parametersAt = (utilisationBps: number) => ({
      unbacked: 0n,
      // The strategy adds what the reserve holds: it is taken out again.
      liquidityAdded: (SIZE * BigInt(10_000 - utilisationBps)) / 10_000n,
      liquidityTaken: cash,
      totalStableDebt: 0n,
      totalVariableDebt: (SIZE * BigInt(utilisationBps)) / 10_000n,
      averageStableBorrowRate: 0n,
      reserveFactor: BigInt(reserve.configuration.factorBps),
      reserve: reserve.token.address,
      aToken: reserve.aToken,
    })
    const [optimal, rates] = await Promise.all([
      ctx.chain.readContract({ ...strategy, functionName: 'OPTIMAL_USAGE_RATIO' }),
      ctx.chain.multicall({
        ...inOneCall(ctx.book),
        allowFailure: false,
        contracts: utilisationsBps.map(
          (bps) =>
            ({ ...strategy, functionName: 'calculateInterestRates', args: [parametersAt(bps)] }) as const,
        ),
      }),
    ])
    return {
      ...describeToken(reserve),
      strategy: reserve.rateStrategy,
      optimalUtilisationBps: Number((optimal * 10_000n) / RAY),
      points: rates.map(([supplyRate, , borrowRate], index) => ({
        utilisationBps: utilisationsBps[index] ?? 0,
        supplyRate: describeRate(supplyRate),
        borrowRate: describeRate(borrowRate),
      })),
    }
  },
})
