import { AddressSchema } from '../../core/schema.ts'
import { removeOwner, ThresholdSchema } from './changes.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Remove an owner from the owner's Safe and set its threshold. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_remove_safe_owner',
  description: "Remove an owner from the owner's Safe and set its threshold, with its owners' signatures.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_remove_safe_owner removes an owner from the owner's Safe and sets how many of those left must sign; the present threshold signs this very call.",
  promptGuidelines: ['One key alone may not be left to decide.'],
  members: { owner: AddressSchema, threshold: ThresholdSchema },
  errorCodes: ['SAFE_THRESHOLD_INVALID'],
  encode: removeOwner,
})
