import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { checkRecipient } from '../../kit/check-recipient.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { buildTransfer, readSent } from '../../kit/transfer.ts'

/** Send an exact ERC-20 amount to an allowlisted recipient. */
export const TOOL_DEF = defineWriteTool({
  name: 'wallet_transfer_token',
  description: 'Send an exact ERC-20 amount to an allowlisted recipient.',
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'wallet_transfer_token sends an exact amount of one ERC-20 token from the account to an allowlisted recipient; a transfer cannot be undone.',
  promptGuidelines: ['Check the recipient with safety_check_address first.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, recipient: AddressSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    sentBaseUnits: BaseUnitsSchema,
    /** Less than sent when the token takes a fee. */
    receivedBaseUnits: BaseUnitsSchema,
  }),
  errorCodes: ['ZERO_AMOUNT', 'INVALID_PARAMS', 'UNKNOWN_TOKEN'],
  async plan(params, ctx) {
    const amountBaseUnits = readAmount(params.amountBaseUnits)
    const { address: token, symbol } = await resolveToken(ctx, params.token)
    if (token === NATIVE_TOKEN) {
      const problem = `${symbol} is the native coin; use wallet_transfer_native`
      throw new ToolError('INVALID_PARAMS', { path: '/token', problem })
    }
    const recipient = checkRecipient(params.recipient, ctx.account, token)
    ctx.step('build')
    return planTransaction([buildTransfer(token, recipient, amountBaseUnits)], {
      assets: [
        { token, account: ctx.account, deltaBaseUnits: -amountBaseUnits },
        { token, account: recipient, deltaBaseUnits: amountBaseUnits },
      ],
    })
  },
  settle(settled) {
    const { left, arrived } = readSent(settled)
    return {
      data: {
        sentBaseUnits: (-(left[0]?.deltaBaseUnits ?? 0n)).toString(),
        receivedBaseUnits: (arrived[0]?.deltaBaseUnits ?? 0n).toString(),
      },
      actualOutcome: { ...EMPTY_OUTCOME, assets: [...left, ...arrived] },
      groundTruthSource: 'receipt',
    }
  },
})
