import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { rewardsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import { RESERVE_ERROR_CODES, resolveReserve } from './reserve.ts'

/** Read which rewards suppliers and borrowers of a reserve share. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_incentives',
  description: "Read the reward rates and ends of a reserve's supply and debt side.",
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['reserve', 'rewards', 'emissions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_incentives reads which rewards the suppliers and the borrowers of an Aave V3 reserve share: the token, how much a second, and until when.',
  promptGuidelines: ['An emission is shared by all who supply, or by all who borrow.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    incentives: Type.Array(
      Type.Object({
        side: Type.Union([Type.Literal('supply'), Type.Literal('debt')]),
        reward: AddressSchema,
        rewardSymbol: Type.String(),
        emissionPerSecondBaseUnits: BaseUnitsSchema,
        endsAtSeconds: Type.Integer(),
        isRunning: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, params.token)
    ctx.step('rewards')
    const rewards = { address: BASE.on(ctx.book).rewards, abi: rewardsAbi } as const
    const sides = [
      { side: 'supply', asset: reserve.aToken },
      { side: 'debt', asset: reserve.variableDebt },
    ] as const
    const listed = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: sides.map(
        ({ asset }) => ({ ...rewards, functionName: 'getRewardsByAsset', args: [asset] }) as const,
      ),
    })
    const pairs = sides.flatMap((side, index) => (listed[index] ?? []).map((reward) => ({ ...side, reward })))
    ctx.step('emissions')
    const [emissions, tokens, { timestamp }] = await Promise.all([
      ctx.chain.multicall({
        ...inOneCall(ctx.book),
        allowFailure: false,
        contracts: pairs.map(
          ({ asset, reward }) =>
            ({ ...rewards, functionName: 'getRewardsData', args: [asset, reward] }) as const,
        ),
      }),
      Promise.all(pairs.map(({ reward }) => resolveToken(ctx, reward))),
      ctx.chain.getBlock(),
    ])
    return {
      ...describeToken(reserve),
      incentives: pairs.map(({ side, reward }, index) => {
        const [, emission = 0n, , end = 0n] = emissions[index] ?? []
        return {
          side,
          reward,
          rewardSymbol: tokens[index]?.symbol ?? reward,
          emissionPerSecondBaseUnits: emission.toString(),
          endsAtSeconds: Number(end),
          isRunning: emission > 0n && end > timestamp,
        }
      }),
    }
  },
})
