import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { checkRecipient } from '../../kit/check-recipient.ts'
import { readAmount } from '../../kit/read-amount.ts'

/** Send native coin to an allowlisted recipient. */
export const TOOL_DEF = defineWriteTool({
  name: 'wallet_transfer_native',
  description: 'Send native coin to an allowlisted recipient.',
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'wallet_transfer_native sends an exact amount of native ETH from the account to an allowlisted recipient; a transfer cannot be undone.',
  promptGuidelines: ['Check the recipient with safety_check_address first.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { recipient: AddressSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({ sentBaseUnits: BaseUnitsSchema }),
  errorCodes: ['ZERO_AMOUNT', 'INVALID_PARAMS'],
  async plan(params, ctx) {
    const amountBaseUnits = readAmount(params.amountBaseUnits)
    const recipient = checkRecipient(params.recipient, ctx.account)
    ctx.step('build')
    const sent = { token: NATIVE_TOKEN, account: ctx.account, deltaBaseUnits: -amountBaseUnits }
    const received = { token: NATIVE_TOKEN, account: recipient, deltaBaseUnits: amountBaseUnits }
    // The operator pays the gas, so its own balance cannot be told in advance.
    const assets = isAddressEqual(recipient, ctx.operator) ? [sent] : [sent, received]
    return planTransaction([{ to: recipient, valueWei: amountBaseUnits, data: '0x' }], { assets })
  },
  settle({ plan, receipt }) {
    // A transfer of value leaves no log: all the receipt says is whether it happened.
    const hasHappened = receipt.status === 'success'
    const sent = hasHappened ? plan.calls.reduce((sum, call) => sum + call.valueWei, 0n) : 0n
    return {
      data: { sentBaseUnits: sent.toString() },
      actualOutcome: hasHappened ? { ...EMPTY_OUTCOME, assets: plan.expectation.assets } : EMPTY_OUTCOME,
      groundTruthSource: 'receipt',
    }
  },
})
