import { defineReplacementTool } from './define-replacement-tool.ts'

/** Resend a stuck transaction of the operator's, the same call at the highest fee that its permit allows. */
export const TOOL_DEF = defineReplacementTool('raise', {
  name: 'wallet_speed_up_transaction',
  description:
    'Resend a transaction of the operator that is not mined: the same call at the same nonce, at the fee that its permit allows.',
  promptSnippet:
    'wallet_speed_up_transaction puts the same call of a stuck transaction at its nonce again, with the highest gas fee that its permit allows; nothing else changes.',
  promptGuidelines: [
    'List pending transactions first; a transaction past its deadline can only be cancelled.',
  ],
})
