import { AddressSchema } from '../../core/schema.ts'
import { disableModule } from './changes.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Disable a module of the owner's Safe. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_disable_safe_module',
  description: "Disable a module of the owner's Safe, with its owners' signatures.",
  riskTier: 'layer2',
  promptSnippet:
    "wallet_disable_safe_module takes a module of the owner's Safe the right to act for it without signatures; its owners sign this very call.",
  promptGuidelines: ['wallet_get_safe_info lists the modules.'],
  members: { module: AddressSchema },
  encode: disableModule,
})
