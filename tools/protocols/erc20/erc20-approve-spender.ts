import { getAddress } from 'viem'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { assertExactApproval, planApproval, readApprovals } from '../../kit/approval.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Approve an exact ERC-20 amount for one spender; unlimited amounts are refused. */
export const TOOL_DEF = defineWriteTool({
  name: 'erc20_approve_spender',
  description: 'Approve an exact ERC-20 amount for an allowlisted spender; unlimited amounts are refused.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'erc20_approve_spender lets one allowlisted contract spend an exact amount of one token of the account; approve only what the next action needs.',
  promptGuidelines: ['Never ask for more than the action spends.', 'Revoke what was left over.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, spender: AddressSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Null when the token logged no approval. */
    allowanceBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  }),
  errorCodes: ['ZERO_AMOUNT', 'UNLIMITED_APPROVAL', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async plan(params, ctx) {
    const amountBaseUnits = BigInt(params.amountBaseUnits)
    assertExactApproval(amountBaseUnits)
    const { address: token } = await resolveErc20(ctx, params.token)
    ctx.step('build')
    return planApproval(ctx.account, { token, spender: getAddress(params.spender), amountBaseUnits })
  },
  settle({ receipt, account }) {
    const allowances = readApprovals(receipt, account)
    return {
      data: { allowanceBaseUnits: allowances.at(-1)?.valueBaseUnits.toString() ?? null },
      actualOutcome: { ...EMPTY_OUTCOME, allowances },
      groundTruthSource: 'receipt',
    }
  },
})
