import { getAddress } from 'viem'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { planApproval, readApprovals } from '../../kit/approval.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Set one ERC-20 allowance back to zero. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_revoke_allowance',
  description: 'Set one ERC-20 allowance of the account back to zero.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_revoke_allowance sets the allowance of one token for one spender back to zero; use it for whatever an action left over.',
  promptGuidelines: ['Allowances inside Permit2 are revoked with safety_revoke_permit2_allowance.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema, spender: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    /** Null when the token logged no approval. */
    allowanceBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async plan(params, ctx) {
    const { address: token } = await resolveErc20(ctx, params.token)
    ctx.step('build')
    return planApproval(ctx.account, { token, spender: getAddress(params.spender), amountBaseUnits: 0n })
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
