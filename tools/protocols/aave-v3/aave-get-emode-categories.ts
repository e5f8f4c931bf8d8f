import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { poolAbi } from './abi.ts'
import { AccountSchema, chooseAccount, readEModes } from './account.ts'
import { BASE } from './base.ts'
import { RESERVE_ERROR_CODES, readReserves } from './reserve.ts'

/** Read the e-mode categories, and which of them an account is in. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_emode_categories',
  description: "Read the e-mode categories of Aave V3 and the account's own.",
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserves', 'categories'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_emode_categories lists the efficiency modes of Aave V3: how far related assets secure each other, which belong to each, and which the account is in.',
  promptGuidelines: ['In a category an account may borrow its assets alone; 0 is none.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ account: AccountSchema }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    accountCategory: Type.Integer(),
    categories: Type.Array(
      Type.Object({
        category: Type.Integer(),
        label: Type.String(),
        ltvBps: Type.Integer(),
        liquidationThresholdBps: Type.Integer(),
        liquidationBonusBps: Type.Integer(),
        tokens: Type.Array(AddressSchema),
      }),
    ),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read(params, ctx) {
    const address = chooseAccount(params, ctx)
    ctx.step('reserves')
    const reserves = await readReserves(ctx)
    ctx.step('categories')
    const [eModes, accountCategory] = await Promise.all([
      readEModes(ctx, reserves),
      ctx.chain.readContract({
        address: BASE.on(ctx.book).pool,
        abi: poolAbi,
        functionName: 'getUserEMode',
        args: [address],
      }),
    ])
    return {
      account: address,
      accountCategory: Number(accountCategory),
      categories: [...eModes.values()].map(({ id, label, ltvBps, thresholdBps, bonusBps }) => ({
        category: id,
        label,
        ltvBps,
        liquidationThresholdBps: thresholdBps,
        liquidationBonusBps: bonusBps - 10_000,
        tokens: reserves
          .filter(({ configuration }) => configuration.eModeCategory === id)
          .map(({ token }) => token.address),
      })),
    }
  },
})
