import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readPermit2Allowance } from './read-permit2-allowance.ts'

/** Read a Permit2 allowance: amount, expiration and next nonce for owner, token and spender. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_permit2_allowance',
  description: 'Read a Permit2 allowance: amount, expiration and next nonce for owner, token and spender.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_permit2_allowance reads what a spender may take through Permit2: amount, expiry and next nonce, and how much of it the token itself allows.',
  promptGuidelines: [],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, spender: AddressSchema, owner: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    owner: AddressSchema,
    spender: AddressSchema,
    allowanceBaseUnits: BaseUnitsSchema,
    expirationSeconds: Type.Integer(),
    isExpired: Type.Boolean(),
    nonce: Type.Integer(),
    /** ERC-20 allowance for Permit2 itself. */
    tokenAllowanceBaseUnits: BaseUnitsSchema,
    /** What the spender can really take now, the balance aside. */
    usableBaseUnits: BaseUnitsSchema,
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const token = await resolveErc20(ctx, params.token)
    const owner = getAddress(params.owner ?? ctx.account)
    const spender = getAddress(params.spender)
    ctx.step('read')
    const found = await readPermit2Allowance(ctx, { owner, token: token.address, spender })
    // Permit2 refuses from the second after the expiration on.
    const isExpired = found.timestampSeconds > found.expirationSeconds
    const capped =
      found.amountBaseUnits < found.tokenAllowanceBaseUnits
        ? found.amountBaseUnits
        : found.tokenAllowanceBaseUnits
    return {
      token: token.address,
      symbol: token.symbol,
      owner,
      spender,
      allowanceBaseUnits: found.amountBaseUnits.toString(),
      expirationSeconds: found.expirationSeconds,
      isExpired,
      nonce: found.nonce,
      tokenAllowanceBaseUnits: found.tokenAllowanceBaseUnits.toString(),
      usableBaseUnits: (isExpired ? 0n : capped).toString(),
    }
  },
})
