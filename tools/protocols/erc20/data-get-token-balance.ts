import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readBalance } from '../../kit/read-balance.ts'

/** Read one account's balance of one token or of the native coin. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_balance',
  description: "Read one account's balance of one token or of the native coin.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_balance reads how much of one token, or of ETH, an account holds; without an account it reads the own one.',
  promptGuidelines: ['Amounts are base units; divide by 10^decimals to show them.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    decimals: Type.Integer(),
    account: AddressSchema,
    balanceBaseUnits: BaseUnitsSchema,
  }),
  errorCodes: ['UNKNOWN_TOKEN'],
  async read(params, ctx) {
    const token = await resolveToken(ctx, params.token)
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('read')
    const balance = await readBalance(ctx.chain, token.address, account)
    return {
      token: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
      account,
      balanceBaseUnits: balance.toString(),
    }
  },
})
