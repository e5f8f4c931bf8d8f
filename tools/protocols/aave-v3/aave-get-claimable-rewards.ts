import { formatUnits } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { AccountSchema, chooseAccount } from './account.ts'
import { BASE } from './base.ts'
import { TOKEN_OUTPUT } from './describe.ts'
import { readClaimable } from './rewards.ts'

/** Read which rewards an account has not claimed yet. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_claimable_rewards',
  description: 'Read the unclaimed incentive rewards of an account.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['rewards'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_claimable_rewards reads which incentive rewards an account earned in Aave V3, by supplying or borrowing, and has not claimed yet.',
  promptGuidelines: ['Claim with aave_claim_rewards when they are worth the gas.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ account: AccountSchema }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    rewards: Type.Array(
      Type.Object({ ...TOKEN_OUTPUT, amountBaseUnits: BaseUnitsSchema, amount: Type.String() }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read(params, ctx) {
    const account = chooseAccount(params, ctx)
    ctx.step('rewards')
    const { rewards } = await readClaimable(ctx, account)
    return {
      account,
      rewards: rewards.map(({ token, amountBaseUnits }) => ({
        token: token.address,
        symbol: token.symbol,
        amountBaseUnits: amountBaseUnits.toString(),
        amount: formatUnits(amountBaseUnits, token.decimals),
      })),
    }
  },
})
