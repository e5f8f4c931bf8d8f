import { AddressSchema } from '../../core/schema.ts'
import { addOwner, ThresholdSchema } from './changes.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Add an owner to the owner's Safe and set its threshold. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_add_safe_owner',
  description: "Add an owner to the owner's Safe and set its threshold, with its owners' signatures.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_add_safe_owner adds an owner to the owner's Safe and sets how many must sign; as many owners as must sign now sign this very call.",
  promptGuidelines: ["Neither the agent's operator nor its cage can become an owner."],
  members: { owner: AddressSchema, threshold: ThresholdSchema },
  errorCodes: ['SAFE_SETTING_UNCHANGED', 'SAFE_THRESHOLD_INVALID'],
  encode: addOwner,
})
