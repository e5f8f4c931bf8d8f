import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { poolAbi } from './abi.ts'
import { AccountSchema, chooseAccount } from './account.ts'
import { BASE } from './base.ts'
import { describeHealth, HealthSchema } from './describe.ts'
import { renderBase } from './health.ts'

/** Read an account's totals as the Pool counts them. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_account_data',
  description: 'Read total collateral, debt, borrowing power, LTV and health factor of an account.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['account'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_account_data reads what an account has and owes in Aave V3 altogether: collateral, debt, what it may still borrow, its LTV and health factor.',
  promptGuidelines: ['Below a health factor of 1 anyone may liquidate the account.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ account: AccountSchema }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    ...HealthSchema.properties,
    availableBorrowsUsd: Type.String(),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const { pool } = BASE.on(ctx.book)
    const address = chooseAccount(params, ctx)
    ctx.step('account')
    const [collateralBase, debtBase, available, thresholdBps, ltvBps, healthWad] =
      await ctx.chain.readContract({
        address: pool,
        abi: poolAbi,
        functionName: 'getUserAccountData',
        args: [address],
      })
    return {
      account: address,
      ...describeHealth({ collateralBase, debtBase, ltvBps, thresholdBps, healthWad }),
      availableBorrowsUsd: renderBase(available),
    }
  },
})
