import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'

/** Read what an account has inside of the Vault. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_get_internal_balance',
  description: "Read an account's internal token balances in the Balancer V2 Vault.",
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['vault'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_get_internal_balance reads the tokens that an account keeps inside of the Balancer V2 Vault, for those named or for all that the chain knows.',
  promptGuidelines: [
    'Tokens inside of the Vault are no wallet balance; withdraw them before using them elsewhere.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      tokens: Type.Optional(Type.Array(TokenSchema, { minItems: 1, maxItems: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    /** Those named, zeros included; without names those of which there is something. */
    balances: Type.Array(
      Type.Object({ token: AddressSchema, symbol: Type.String(), amountBaseUnits: BaseUnitsSchema }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ account: named, tokens: symbols }, ctx) {
    const account = getAddress(named ?? ctx.account)
    const { vault: address } = BASE.on(ctx.book)
    const tokens =
      symbols === undefined
        ? ctx.book.tokens
        : await Promise.all(symbols.map((symbol) => resolveErc20(ctx, symbol)))
    ctx.step('vault')
    const amounts = await ctx.chain.readContract({
      address,
      abi: vaultAbi,
      functionName: 'getInternalBalance',
      args: [account, tokens.map((token) => token.address)],
    })
    return {
      account,
      balances: tokens.flatMap(({ address: token, symbol }, index) => {
        const amount = amounts[index] ?? 0n
        if (symbols === undefined && amount === 0n) return []
        return [{ token, symbol, amountBaseUnits: amount.toString() }]
      }),
    }
  },
})
