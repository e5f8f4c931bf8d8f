import { getAddress } from 'viem'
import { UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import { readAllowance } from '../../kit/read-allowance.ts'

/** Read one ERC-20 allowance for an owner and a spender. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_allowance',
  description: 'Read one ERC-20 allowance for an owner and a spender.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_allowance reads how much of a token a spender may still take from an owner; without an owner it reads the own account.',
  promptGuidelines: ['Permit2 keeps allowances of its own; read those with data_get_permit2_allowance.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, spender: AddressSchema, owner: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    decimals: Type.Integer(),
    owner: AddressSchema,
    spender: AddressSchema,
    spenderLabel: Type.Union([Type.String(), Type.Null()]),
    allowanceBaseUnits: BaseUnitsSchema,
    isUnlimited: Type.Boolean(),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const token = await resolveErc20(ctx, params.token)
    const owner = getAddress(params.owner ?? ctx.account)
    const spender = getAddress(params.spender)
    ctx.step('read')
    const allowance = await readAllowance(ctx.chain, { token: token.address, owner, spender })
    return {
      token: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
      owner,
      spender,
      spenderLabel: findKnownAddress(ctx.book, spender)?.label ?? null,
      allowanceBaseUnits: allowance.toString(),
      isUnlimited: allowance >= UNLIMITED_APPROVAL_FROM,
    }
  },
})
