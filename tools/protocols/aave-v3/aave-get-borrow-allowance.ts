import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { debtTokenAbi } from './abi.ts'
import { AccountSchema } from './account.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import { RESERVE_ERROR_CODES, resolveReserve } from './reserve.ts'

/** Read how much one account may borrow on the credit of another. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_borrow_allowance',
  description: "Read how much a delegatee may borrow on another account's credit.",
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserve', 'allowance'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_borrow_allowance reads how much of an asset one account may borrow in Aave V3 on the credit that another account delegated to it.',
  promptGuidelines: ["The debt is the delegator's; the delegatee receives the asset."],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { token: TokenSchema, delegator: AddressSchema, delegatee: AccountSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    delegator: AddressSchema,
    delegatee: AddressSchema,
    allowanceBaseUnits: BaseUnitsSchema,
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read({ token, ...parties }, ctx) {
    const delegator = getAddress(parties.delegator)
    const delegatee = getAddress(parties.delegatee ?? ctx.account)
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, token)
    ctx.step('allowance')
    const allowance = await ctx.chain.readContract({
      address: reserve.variableDebt,
      abi: debtTokenAbi,
      functionName: 'borrowAllowance',
      args: [delegator, delegatee],
    })
    return { ...describeToken(reserve), delegator, delegatee, allowanceBaseUnits: allowance.toString() }
  },
})
