import { getAddress } from 'viem'
import { ToolError } from '../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../core/schema.ts'
import { resolveToken } from '../core/tokens.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'

/** Give an account native coin or tokens. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_fund_account',
  description: 'Give an account native coin or tokens, on top of what it holds.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_fund_account adds native coin or tokens out of nothing to the balance of an account on the local chain; without an account it funds the own one.',
  promptGuidelines: [],
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({ account: AddressSchema, token: AddressSchema, balanceBaseUnits: BaseUnitsSchema }),
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'UNKNOWN_TOKEN', 'ZERO_AMOUNT'],
  async plan({ token, amountBaseUnits, account }, ctx) {
    if (amountBaseUnits === '0') throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits' })
    const { address } = await resolveToken(ctx, token)
    return planControl('fundAccount', {
      account: getAddress(account ?? ctx.account),
      token: address,
      amountBaseUnits,
    })
  },
})
