import { changeThreshold, ThresholdSchema } from './changes.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Change how many owners of the owner's Safe must sign. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_change_safe_threshold',
  description: "Change how many owners of the owner's Safe must sign, signed by as many as must now.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_change_safe_threshold changes how many owners of the owner's Safe must sign; as many owners as must sign now sign this very call.",
  promptGuidelines: ['A threshold of 1 is denied where it was more: one key alone would decide.'],
  members: { threshold: ThresholdSchema },
  errorCodes: ['SAFE_SETTING_UNCHANGED', 'SAFE_THRESHOLD_INVALID'],
  encode: changeThreshold,
})
