import { AddressSchema } from '../../core/schema.ts'
import { enableModule } from './changes.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Enable a listed module of the owner's Safe. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_enable_safe_module',
  description: "Enable a module of the owner's Safe that the policy lists, with its owners' signatures.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_enable_safe_module lets a contract that the owner lists act for the owner's Safe from then on, without any signature; its owners sign this very call.",
  promptGuidelines: ['Only modules of the policy with their reviewed code can be enabled.'],
  members: { module: AddressSchema },
  errorCodes: ['SAFE_SETTING_UNCHANGED'],
  encode: enableModule,
})
