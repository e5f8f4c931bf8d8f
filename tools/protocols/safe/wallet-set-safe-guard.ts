import { AddressSchema } from '../../core/schema.ts'
import { setGuard } from './changes.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Set or remove the guard of the owner's Safe. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_set_safe_guard',
  description:
    "Set the guard of the owner's Safe to one that the policy lists, or remove it, with its owners' signatures.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_set_safe_guard sets the contract that may stop transactions of the owner's Safe, or removes it with the zero address; its owners sign this very call.",
  promptGuidelines: ['A guard that reverts stops every transaction of the Safe, its own removal included.'],
  members: { guard: AddressSchema },
  errorCodes: ['SAFE_SETTING_UNCHANGED'],
  encode: setGuard,
})
