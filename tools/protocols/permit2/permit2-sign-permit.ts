import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { BASE } from './base.ts'
import { buildPermitSingle, PERMIT_SINGLE_INPUT } from './permit-single.ts'
import { decodePermit, encodePermit } from './recorded-permit.ts'

/** Have the account answer for a Permit2 PermitSingle as its signer (ERC-1271); it counts as spend from then on. */
export const TOOL_DEF = defineWriteTool({
  name: 'permit2_sign_permit',
  description: 'Record a Permit2 PermitSingle: an exact, expiring allowance that its spender can redeem.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'permit2_sign_permit records an exact, expiring Permit2 allowance for an allowlisted spender, for which the account answers as its signer; nothing moves, but the whole amount counts as spent.',
  promptGuidelines: [
    'Approve the token for Permit2 first.',
    'Give the shortest lifetime that suffices, a day at most.',
    'Sign nothing that a transaction can do.',
  ],
  supportedChains: EVM_CHAINS,
  input: PERMIT_SINGLE_INPUT,
  output: Type.Object({
    /** Any account may hand owner and message to `permit` of Permit2, with an empty signature. */
    owner: AddressSchema,
    /** The message as permit2_build_permit builds it; integers are decimal strings. */
    message: Type.Unknown(),
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'UNLIMITED_APPROVAL',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async plan(params, ctx) {
    const data = encodePermit(await buildPermitSingle(params, ctx))
    return planTransaction([{ to: BASE.on(ctx.book).permitSingleScheme, valueWei: 0n, data }], {})
  },
  settle({ plan, account }) {
    const permit = decodePermit(plan.calls[0]?.data ?? '0x')
    const message = permit && {
      details: { ...permit.details, amount: permit.details.amount.toString() },
      spender: permit.spender,
      sigDeadline: permit.sigDeadline.toString(),
    }
    return {
      data: { owner: account, message: message ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'receipt',
    }
  },
})
