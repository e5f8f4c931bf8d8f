import { erc20Abi, getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'

/** Tell which approvals a planned swap still needs and their exact amounts. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_check_swap_approval',
  description: 'Tell which approvals a planned Uniswap V3 swap still needs and their exact amounts.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_check_swap_approval tells whether the account holds and has approved enough of a token for a Uniswap V3 swap, and which exact approval is still missing.',
  promptGuidelines: ['The swap tools approve what they need by themselves; use this to explain or to plan.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokenIn: TokenSchema, amountInBaseUnits: BaseUnitsSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    account: AddressSchema,
    spender: AddressSchema,
    balanceBaseUnits: BaseUnitsSchema,
    hasBalance: Type.Boolean(),
    allowanceBaseUnits: BaseUnitsSchema,
    /** Allowances to set, in order; empty when none is needed. */
    neededApprovals: Type.Array(
      Type.Object({ token: AddressSchema, spender: AddressSchema, amountBaseUnits: BaseUnitsSchema }),
    ),
  }),
  errorCodes: ['ZERO_AMOUNT', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const amountBaseUnits = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const { address: token } = await resolveErc20(ctx, params.tokenIn)
    const { swapRouter: spender } = BASE.on(ctx.book)
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('read')
    const [balance, allowance] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: [
        { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] },
        { address: token, abi: erc20Abi, functionName: 'allowance', args: [account, spender] },
      ],
    })
    return {
      token,
      account,
      spender,
      balanceBaseUnits: balance.toString(),
      hasBalance: balance >= amountBaseUnits,
      allowanceBaseUnits: allowance.toString(),
      neededApprovals:
        allowance >= amountBaseUnits ? [] : [{ token, spender, amountBaseUnits: amountBaseUnits.toString() }],
    }
  },
})
