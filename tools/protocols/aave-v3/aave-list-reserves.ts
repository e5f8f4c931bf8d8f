import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { describeToken, RateSchema, TOKEN_OUTPUT } from './describe.ts'
import { describeRate } from './rates.ts'
import { readReserves } from './reserve.ts'

/** List the reserves of Aave V3 with what they lend against, their flags and rates. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_list_reserves',
  description: 'List the reserves of Aave V3 with LTV, liquidation threshold, flags and rates.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['reserves'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_list_reserves lists every Aave V3 reserve: what it lends against, whether it is frozen or paused, and what suppliers earn and borrowers pay.',
  promptGuidelines: ['For caps, liquidity and utilisation of one reserve use aave_get_reserve_data.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    reserves: Type.Array(
      Type.Object({
        ...TOKEN_OUTPUT,
        decimals: Type.Integer(),
        aToken: AddressSchema,
        variableDebtToken: AddressSchema,
        ltvBps: Type.Integer(),
        liquidationThresholdBps: Type.Integer(),
        liquidationBonusBps: Type.Integer(),
        supplyRate: RateSchema,
        borrowRate: RateSchema,
        canBorrow: Type.Boolean(),
        isActive: Type.Boolean(),
        isFrozen: Type.Boolean(),
        isPaused: Type.Boolean(),
        isIsolated: Type.Boolean(),
        eModeCategory: Type.Integer(),
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read(_, ctx) {
    ctx.step('reserves')
    const reserves = await readReserves(ctx)
    return {
      reserves: reserves.map((reserve) => {
        const { configuration } = reserve
        return {
          ...describeToken(reserve),
          decimals: configuration.decimals,
          aToken: reserve.aToken,
          variableDebtToken: reserve.variableDebt,
          ltvBps: configuration.ltvBps,
          liquidationThresholdBps: configuration.thresholdBps,
          // What is on top of the debt.
          liquidationBonusBps: Math.max(configuration.bonusBps - 10_000, 0),
          supplyRate: describeRate(reserve.supplyRate),
          borrowRate: describeRate(reserve.borrowRate),
          canBorrow: configuration.canBorrow,
          isActive: configuration.isActive,
          isFrozen: configuration.isFrozen,
          isPaused: configuration.isPaused,
          isIsolated: configuration.debtCeilingCents > 0n,
          eModeCategory: configuration.eModeCategory,
        }
      }),
    }
  },
})
