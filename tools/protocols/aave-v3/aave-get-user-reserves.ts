import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { AccountSchema, chooseAccount, readAccount } from './account.ts'
import { BASE } from './base.ts'
import { describeToken, RateSchema, TOKEN_OUTPUT, ValuedSchema } from './describe.ts'
import { renderBase, worthOf } from './health.ts'
import { describeRate } from './rates.ts'

/** Read what an account supplied and borrowed, reserve by reserve. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_user_reserves',
  description: 'Read the supplied and the borrowed amount of an account in each reserve.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_user_reserves lists what an account supplied and owes in each Aave V3 reserve, with value, rates, and whether a supply serves as collateral.',
  promptGuidelines: ['Reserves in which the account has nothing are left out.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ account: AccountSchema }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    eModeCategory: Type.Integer(),
    reserves: Type.Array(
      Type.Object({
        ...TOKEN_OUTPUT,
        supplied: ValuedSchema,
        borrowed: ValuedSchema,
        isCollateral: Type.Boolean(),
        supplyRate: RateSchema,
        borrowRate: RateSchema,
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED', 'UNPRICED_ACCOUNT', 'NO_PRICE', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    ctx.step('account')
    const account = await readAccount(ctx, chooseAccount(params, ctx))
    return {
      account: account.address,
      eModeCategory: account.eModeId,
      reserves: account.holdings
        .filter(({ suppliedBaseUnits, debtBaseUnits }) => suppliedBaseUnits + debtBaseUnits > 0n)
        .map((holding) => {
          const { reserve, suppliedBaseUnits, debtBaseUnits, isCollateral } = holding
          const describe = (baseUnits: bigint) => ({
            baseUnits: baseUnits.toString(),
            valueUsd: renderBase(worthOf(holding, baseUnits)),
          })
          return {
            ...describeToken(reserve),
            supplied: describe(suppliedBaseUnits),
            borrowed: describe(debtBaseUnits),
            isCollateral,
            supplyRate: describeRate(reserve.supplyRate),
            borrowRate: describeRate(reserve.borrowRate),
          }
        }),
    }
  },
})
